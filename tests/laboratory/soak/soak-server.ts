/** The real server of all runs, at one port, which is killed and comes back. */
import { freePort } from "../../support/server/ports.mjs";
import type { Program } from "../../support/server/program";
import type { Site } from "../servers/site";

export class SoakServer {
	#program: Promise<Program>;

	private constructor(
		private readonly site: Site,
		readonly port: number,
	) {
		this.#program = this.#start();
	}

	static async open(site: Site): Promise<SoakServer> {
		const server = new SoakServer(site, await freePort());
		await server.whenUp();
		return server;
	}

	async whenUp(): Promise<void> {
		await this.#program;
	}

	/** Kills the server with kill -9. It begins to start again at once. */
	async kill(): Promise<void> {
		await (await this.#program).kill();
		this.#program = this.#start();
	}

	async stop(): Promise<void> {
		await (await this.#program).stop();
	}

	#start(): Promise<Program> {
		return this.site.start([], { PORT: String(this.port), SERVICE_WORKER: "on" });
	}
}
