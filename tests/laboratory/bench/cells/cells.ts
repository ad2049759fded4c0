/**
 * Starts cells. A cell is an installation of Relevo for one plant, with its own data and host name, on a machine with
 * other cells.
 */
import { join } from "node:path";
import { readFinalStage } from "../../../support/server/container-folder";
import { send } from "../../../support/server/http-client";
import { freePort } from "../../../support/server/ports.mjs";
import type { Program } from "../../../support/server/program";
import { benchFolder } from "../../servers/programs";
import { makeSite, type Site } from "../../servers/site";
import { runCommand } from "../../servers/site-commands";
import { addDocuments, makeExtrasDatabase } from "../extras-database";

/**
 * Contents of the database: 50,000 extras (overtime entries) of 1,000 people. `own`: extras of the signed-in user;
 * `each`: extras of each other person.
 */
const plant = { own: 50, each: 50, rows: 50_000 };
const DOCUMENTS = 5;

export interface Cell {
	site: Site;
	/** Public origin, such as `http://planta-1.relevo.example:3001`. */
	origin: string;
	settings: Readonly<Record<string, string>>;
	program: Program;
	/** Time in ms from the start to the first response. */
	startMs: number;
	cookie: string;
}

/**
 * Prepares a database with the people of one plant.
 * @returns a function that starts one more cell (one plant's installation of Relevo) with a copy of the database
 */
export async function preparePlant(): Promise<(number: number) => Promise<Cell>> {
	const database = join(benchFolder, "plant.sqlite");
	const { cookie } = await makeExtrasDatabase(database, plant);
	addDocuments(database, DOCUMENTS);
	// Takes the memory settings of the container from the Dockerfile.
	const memory = Object.entries(readFinalStage().env).filter(([name]) =>
		/^(MALLOC_|NODE_OPTIONS)/.test(name),
	);
	return async (number) => {
		const site = makeSite({ database });
		const [port, metricsPort] = [await freePort(), await freePort()];
		const origin = `http://planta-${number}.relevo.example:${port}`;
		const settings = {
			...Object.fromEntries(memory),
			PORT: String(port),
			APP_URL: origin,
			METRICS_PORT: String(metricsPort),
		};
		const begun = performance.now();
		const program = await startAndServe(site, origin, settings);
		return { site, origin, settings, cookie, program, startMs: performance.now() - begun };
	};
}

/** Starts a server. Resolves when the server has responded to a health check. */
export async function startAndServe(
	site: Site,
	origin: string,
	settings: Cell["settings"],
): Promise<Program> {
	const program = await site.start(undefined, settings);
	const { status } = await send(origin, "/healthcheck");
	if (status !== 200) throw new Error(`/healthcheck: ${status}`);
	return program;
}

/**
 * Runs an operator command on the data of a cell (one plant's installation of Relevo).
 * @throws Error when the command fails
 */
export async function requireSuccess({ site }: Cell, words: readonly string[]): Promise<void> {
	const { code, errors } = await runCommand(site, words);
	if (code !== 0) throw new Error(`${words[0]}: ${errors}`);
}
