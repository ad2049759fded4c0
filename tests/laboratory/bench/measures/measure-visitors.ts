import { setTimeout as sleep } from "node:timers/promises";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { FIRST_YEAR } from "~/features/diagrams/periods";
import { measuredYears } from "../../../support/public-pages";
import { freePort } from "../../../support/server/ports.mjs";
import type { Program } from "../../../support/server/program";
import { loopDelay, loopRow } from "../../figures/loop-delay";
import { peakMemoryDuring, residentMegabytes } from "../../figures/process-figures";
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { startReference, startRelevo } from "../../servers/programs";
import { runLoad } from "../load";
import type { LoadResult } from "../load-job";
import { type KnownDiagram, mixRequests } from "../visitors";

const RATE = 100;
const MAX_TIMES = 10;
/**
 * Maximum time of the first rendering of a page of twelve months, as a multiple of the response time of a minimal
 * node:http server (reference-server.ts).
 */
const MAX_COLD_TIMES = 8;
const MAX_MB_AT_REST = 130;
const MAX_MB_UNDER_LOAD = 220;
/** Pause between the start of the server and the measurement of its memory at rest. */
const REST_MS = 3000;

/** Measures latency and memory of a new server under load. At first the server's page cache is empty. */
export async function measureVisitors(diagrams: readonly KnownDiagram[], seconds: number): Promise<Row[]> {
	const metricsPort = await freePort();
	const reference = await startReference();
	const relevo = await startRelevo({ METRICS_PORT: String(metricsPort) });
	try {
		await sleep(REST_MS);
		const atRest = residentMegabytes(relevo.pid);
		const paths = mixRequests(diagrams, seconds * RATE);
		const half = Math.ceil(paths.length / 2);
		// Measures the minimal server (`reference`) before and after Relevo, in case the speed of the machine changes.
		const before = await runLoad(openLoop(reference, Array<string>(half).fill("/")));
		// Discards the event loop delays measured so far: each call of `loopDelay` begins a new measurement.
		await loopDelay(metricsPort);
		const { result, most } = await peakMemoryDuring(relevo.pid, () => runLoad(openLoop(relevo, paths)));
		const delay = await loopDelay(metricsPort);
		const after = await runLoad(openLoop(reference, Array<string>(half).fill("/")));
		const raw = [...before.latencies, ...after.latencies];
		const lateness = Math.max(before.lateness, result.lateness, after.lateness);
		return [
			...latencyRows(result, raw, paths, lateness),
			loopRow("esa carga", delay),
			...memoryRows(atRest, most),
		];
	} finally {
		await Promise.all([reference.stop(), relevo.stop()]);
	}
}

/**
 * Measures the latency of whole-year pages with all crews at three visits. At the first visit, a server that has just
 * started renders the page. At the second, the server compresses the cached page with brotli; at the third, it sends the
 * cached bytes. Finally measures whole-year pages of one crew: they are not cached yet either, but by then Node has
 * compiled the code that renders them.
 */
export async function measureColdPages(relevo: Program): Promise<Row[]> {
	const reference = await startReference();
	try {
		const years = Array.from({ length: measuredYears()[0] - FIRST_YEAR }, (_, index) => FIRST_YEAR + index);
		const paths = years.flatMap((year) => diagramNames.map(({ id }) => `/diagrams/${id}?year=${year}`));
		const raw = { port: reference.port, paths: Array<string>(paths.length).fill("/") };
		const ofCrew = paths.map((path) => `${path}&crew=A`);
		const [, cold, again, cached, warm, direct] = [
			await runLoad({ kind: "sequence", ...raw }),
			await runLoad({ kind: "sequence", port: relevo.port, paths }),
			await runLoad({ kind: "sequence", port: relevo.port, paths }),
			await runLoad({ kind: "sequence", port: relevo.port, paths }),
			await runLoad({ kind: "sequence", port: relevo.port, paths: ofCrew }),
			await runLoad({ kind: "sequence", ...raw }),
		];
		const row = (what: string, { latencies }: LoadResult, atMost?: number): Row => ({
			id: "—",
			what,
			figure: `${numberText(percentile(latencies, 50), 1)} ms (p95 ${numberText(percentile(latencies, 95), 1)})`,
			reference: `${numberText(percentile(direct.latencies, 50), 2)} ms`,
			value: percentile(latencies, 50) / percentile(direct.latencies, 50),
			unit: "×",
			bound: atMost === undefined ? undefined : { atMost },
		});
		return [
			row("Un año entero, primera visita", cold, MAX_COLD_TIMES),
			row("El mismo, segunda visita, que lo comprime con brotli", again),
			row("El mismo, de la memoria", cached),
			row("El mismo de una escuadra, primera visita, con el código ya compilado", warm),
		];
	} finally {
		await reference.stop();
	}
}

function openLoop({ port }: Program, paths: string[]) {
	return { kind: "open", port, paths, rate: RATE } as const;
}

function latencyRows(result: LoadResult, raw: number[], paths: string[], lateness: number): Row[] {
	const [p50, p99] = [percentile(result.latencies, 50), percentile(result.latencies, 99)];
	const [raw50, raw99] = [percentile(raw, 50), percentile(raw, 99)];
	const what = `${RATE} pedidos por segundo, ${numberText(paths.length)} en todo`;
	const distinct = new Set(paths).size;
	const latenessText = `el generador, p99 ${numberText(lateness, 1)} ms tarde`;
	return [
		{
			id: "visitors",
			what: `${what}: p99`,
			figure: `${numberText(p99, 1)} ms`,
			reference: `${numberText(raw99, 1)} ms`,
			value: p99 / raw99,
			unit: "×",
			bound: { atMost: MAX_TIMES },
		},
		{
			id: "visitors",
			what: `p50 (${numberText((100 * distinct) / paths.length)} % son direcciones nuevas)`,
			figure: `${numberText(p50, 1)} ms`,
			reference: `${numberText(raw50, 1)} ms; ${latenessText}`,
			value: p50 / raw50,
			unit: "×",
		},
		{
			id: "visitors",
			what: "Perdidos",
			figure: result.firstError ?? "ninguno",
			value: result.lost,
			unit: "",
			bound: { atMost: 0 },
		},
	];
}

function memoryRows(atRest: number, underLoad: number): Row[] {
	const row = (what: string, value: number, atMost: number): Row => {
		return { id: "memory", what, figure: `${numberText(value)} MB`, value, unit: "MB", bound: { atMost } };
	};
	return [
		row("Memoria en reposo", atRest, MAX_MB_AT_REST),
		row("Memoria con esa carga, lo más", underLoad, MAX_MB_UNDER_LOAD),
	];
}
