/** Compares the latency of one cell's pages with and without full load on another cell. */
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
 * Number of connections to the busy cell. The next request follows each response immediately, which is more than
 * one core can serve.
 */
const BUSY_CONNECTIONS = 16;
const MAX_TIMES = 2;

/** Public pages that a visitor of a plant loads. */
const publicPages = ["/home?inicio=1", "/diagrams/4turnos_7dias?crew=B", "/diagrams/4turnos_7dias", "/about"];

/** Latencies of pages in ms, in rounds without load and in rounds with load. */
interface Latencies {
	alone: number[];
	beside: number[];
}

export async function measureNeighbour(cells: readonly Cell[]): Promise<Row[]> {
	const [busy, quiet] = cells;
	if (!busy || !quiet) throw new Error("two cells are needed");
	const [signedIn, open]: Latencies[] = [
		{ alone: [], beside: [] },
		{ alone: [], beside: [] },
	];
	const looks = async (kind: keyof Latencies) => {
		const [own, everybodys] = await Promise.all([look(quiet, visit, quiet.cookie), look(quiet, publicPages)]);
		signedIn?.[kind].push(...own);
		open?.[kind].push(...everybodys);
	};
	let answered = 0;
	await looks("alone");
	for (const latencies of [signedIn, open]) latencies?.alone.splice(0);
	for (let round = 0; round < ROUNDS; round++) {
		await looks("alone");
		const [{ responses, seconds }] = await Promise.all([keepBusy(busy), looks("beside")]);
		answered += responses / seconds / ROUNDS;
	}
	const beside = `al lado de una que contesta ${numberText(answered)} por segundo`;
	return [
		row(`Páginas de quien ingresó en una planta, p95, ${beside}`, signedIn),
		row(`Páginas públicas, p95, ${beside}`, open),
	];
}

function row(what: string, latencies: Latencies | undefined): Row {
	const [alone, beside] = [latencies?.alone ?? [], latencies?.beside ?? []].map((all) => percentile(all, 95));
	return {
		id: "cells",
		what,
		figure: `${numberText(beside ?? Number.NaN, 1)} ms`,
		reference: `${numberText(alone ?? Number.NaN, 1)} ms, sin ella`,
		value: (beside ?? Number.NaN) / (alone ?? Number.NaN),
		unit: "×",
		bound: { atMost: MAX_TIMES },
	};
}

/** Loads pages at a fixed rate. @returns the latency of each page in ms; Infinity for a page that failed */
async function look(cell: Cell, pages: readonly string[], cookie?: string): Promise<number[]> {
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
		// The load lasts a little longer than the measurement of the pages.
		seconds: SECONDS + 1,
		maxRequests: 100_000,
	});
}

function target({ program, origin }: Cell, cookie?: string): Pick<LoadJob, "port" | "headers"> {
	const headers = { Host: new URL(origin).host, "Accept-Encoding": "gzip" };
	return { port: program.port, headers: cookie ? { ...headers, Cookie: cookie } : headers };
}
