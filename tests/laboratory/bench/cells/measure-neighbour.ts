/** Measures the latency of the pages of one cell (one plant's installation), with and without load on another cell. */
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { runLoad } from "../load";
import type { LoadJob, LoadResult } from "../load-job";
import { visit } from "../measures/measure-capacity";
import type { Cell } from "./cells";

const ROUNDS = 4;
const SECONDS = 5;
const PAGES_PER_SECOND = 20;
/**
 * Number of connections that load the busy cell. Each connection sends its next request right after a response:
 * together they send more than one processor core can serve.
 */
const BUSY_CONNECTIONS = 16;
const MAX_TIMES = 2;

const publicPages = ["/home?inicio=1", "/diagrams/4turnos_7dias?crew=B", "/diagrams/4turnos_7dias", "/about"];

/** Latencies in ms. `signedIn`: of a signed-in person's pages; `open`: of public pages. */
interface Latencies {
	signedIn: number[];
	open: number[];
}

export async function measureNeighbour(cells: readonly Cell[]): Promise<Row[]> {
	const [busy, quiet] = cells;
	if (!busy || !quiet) throw new Error("two cells are needed");
	const look = async () => {
		const [signedIn, open] = await Promise.all([
			loadPages(quiet, visit, quiet.cookie),
			loadPages(quiet, publicPages),
		]);
		return { signedIn, open };
	};
	// The first visit makes Node compile the code, and fills the server's page cache.
	await look();
	const alone: Latencies[] = [];
	const beside: Latencies[] = [];
	let answered = 0;
	for (let round = 0; round < ROUNDS; round++) {
		alone.push(await look());
		const [latencies, { responses, seconds }] = await Promise.all([look(), keepBusy(busy)]);
		beside.push(latencies);
		answered += responses / seconds / ROUNDS;
	}
	const row = (what: string, kind: keyof Latencies): Row => {
		const p95 = (rounds: Latencies[]) =>
			percentile(
				rounds.flatMap((latencies) => latencies[kind]),
				95,
			);
		const [without, withLoad] = [p95(alone), p95(beside)];
		return {
			id: "cells",
			what: `${what}, p95, al lado de una que contesta ${numberText(answered)} por segundo`,
			figure: `${numberText(withLoad, 1)} ms`,
			reference: `${numberText(without, 1)} ms, sin ella`,
			value: withLoad / without,
			unit: "×",
			bound: { atMost: MAX_TIMES },
		};
	};
	return [row("Páginas de quien ingresó en una planta", "signedIn"), row("Páginas públicas", "open")];
}

/**
 * Loads pages at a fixed rate.
 * @returns latencies in ms; Infinity for a failed page
 */
async function loadPages(cell: Cell, pages: readonly string[], cookie?: string): Promise<number[]> {
	const paths = Array.from({ length: SECONDS * PAGES_PER_SECOND }, (_, i) => pages[i % pages.length] ?? "");
	const job = { kind: "open", ...target(cell, cookie), paths, rate: PAGES_PER_SECOND } as const;
	const { latencies, lost } = await runLoad(job);
	return [...latencies, ...Array<number>(lost).fill(Number.POSITIVE_INFINITY)];
}

function keepBusy(cell: Cell): Promise<LoadResult> {
	return runLoad({
		kind: "closed",
		...target(cell, cell.cookie),
		paths: visit,
		connections: BUSY_CONNECTIONS,
		// The load lasts a little longer than the measurement.
		seconds: SECONDS + 1,
		maxRequests: 100_000,
	});
}

function target({ program, origin }: Cell, cookie?: string): Pick<LoadJob, "port" | "headers"> {
	const headers = { Host: new URL(origin).host, "Accept-Encoding": "gzip" };
	return { port: program.port, headers: cookie ? { ...headers, Cookie: cookie } : headers };
}
