/** The way from the phone to the server: a TCP proxy that fails as a plant's signal does. */
import { connect, createServer, type Server, type Socket } from "node:net";

/**
 * What becomes of each request. "down": no connection; "hangs": never an answer; "drops": the server answers and nobody
 * hears it; "halves": half of the answer arrives; "cuts": half of the request arrives.
 */
export const modes = ["up", "down", "hangs", "drops", "halves", "cuts"] as const;
export type Mode = (typeof modes)[number];

export class Signal {
	readonly #sockets = new Set<Socket>();
	readonly #server: Server;
	#mode: Mode = "up";
	origin = "";
	/** Forms that reached the server, with all of their bytes, by address. */
	arrived: string[] = [];

	/** @param targetPort port of the server, which may be gone */
	constructor(private readonly targetPort: number) {
		this.#server = createServer((client) => this.#join(client));
	}

	async open(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
		const address = this.#server.address();
		this.origin = `http://localhost:${typeof address === "object" ? address?.port : 0}`;
	}

	close(): void {
		this.#cutAll();
		this.#server.close();
	}

	/** Connections do not outlive a change of signal, as on a phone that changes its cell. */
	set(mode: Mode): void {
		if (mode !== this.#mode) this.#cutAll();
		this.#mode = mode;
	}

	#cutAll(): void {
		for (const socket of this.#sockets) socket.destroy();
	}

	#join(client: Socket): void {
		if (this.#mode === "down") {
			client.on("error", () => {});
			client.resetAndDestroy();
			return;
		}
		const upstream = connect(this.targetPort, "127.0.0.1");
		for (const socket of [client, upstream]) {
			this.#sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				this.#sockets.delete(socket);
				client.destroy();
				upstream.destroy();
			});
		}
		client.on("data", (chunk) => this.#pass(client, upstream, chunk));
		upstream.on("data", (chunk) => this.#giveBack(client, chunk));
	}

	#pass(client: Socket, upstream: Socket, chunk: Buffer): void {
		if (this.#mode === "hangs") return;
		if (this.#mode === "cuts") {
			upstream.write(chunk.subarray(0, chunk.length / 2));
			setTimeout(() => client.destroy(), 20);
			return;
		}
		const [, form] = /^POST (\S+)/.exec(chunk.subarray(0, 200).toString("latin1")) ?? [];
		if (form) this.arrived.push(form);
		upstream.write(chunk);
	}

	#giveBack(client: Socket, chunk: Buffer): void {
		if (this.#mode === "drops") client.destroy();
		else if (this.#mode === "halves") client.write(halfOf(chunk), () => client.destroy());
		else client.write(chunk);
	}
}

/** The head of an answer and half of its body. With a cut head, browsers believe http what they do not believe https. */
function halfOf(answer: Buffer): Buffer {
	const head = answer.indexOf("\r\n\r\n") + 4;
	if (head === answer.length) return Buffer.alloc(0);
	return answer.subarray(0, head + (answer.length - head) / 2);
}
