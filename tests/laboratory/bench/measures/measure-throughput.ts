/** Measures how many cached responses a core sends, compared with a minimal node:http server. */
import { measuredYears } from "../../../support/public-pages";
import type { Program } from "../../../support/server/program";
import { processorSeconds } from "../../figures/process-figures";
import { median } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { startReference, startStockRemix } from "../../servers/programs";
import { get } from "../../visitors/page-weight";
import { runLoad } from "../load";

const ROUNDS = 5;
const SECONDS = 2;
/** Number of connections: enough to keep the server busy. */
const CONNECTIONS = 16;
const MAX_REQUESTS = 200_000;
const MIN_TIMES = 3;

export interface Target {
	program: Program;
	path: string;
	status?: number;
	headers?: Record<string, string>;
}

interface NamedTarget extends Target {
	what: string;
	/**
	 * Whether the measured speed must reach a minimum. This applies to Relevo's cached responses, not to stock Remix.
	 */
	hasBound: boolean;
}

export async function measureThroughput(relevo: Program): Promise<Row[]> {
	const [reference, stock] = [await startReference(), await startStockRemix()];
	try {
		const raw = { program: reference, path: "/" };
		const targets = [...(await targetsOf(relevo)), ...targetsOfStock(stock)];
		const [rawSpeed, ...speeds] = await measureInterleaved([raw, ...targets]);
		return speeds.map((speed, index) => rowOf(targets[index], speed, rawSpeed));
	} finally {
		await Promise.all([reference.stop(), stock.stop()]);
	}
}

async function targetsOf(program: Program): Promise<NamedTarget[]> {
	const year = `/diagrams/4turnos_7dias?year=${measuredYears()[1]}`;
	const known = await get(`http://127.0.0.1:${program.port}`, "/home");
	const mine = { Cookie: "mine=4turnos_7dias.C" };
	const headers = { "If-None-Match": known.headers.etag ?? "" };
	return [
		{ what: "/home de la memoria", program, path: "/home", hasBound: true },
		{ what: "Un año entero de la memoria", program, path: year, hasBound: true },
		{ what: "Mi turno de la memoria", program, path: "/my-shift", headers: mine, hasBound: true },
		{ what: "/home, 304", program, path: "/home", status: 304, headers, hasBound: true },
	];
}

function targetsOfStock(program: Program): NamedTarget[] {
	return [{ what: "/home por remix-serve sin la puerta", program, path: "/home", hasBound: false }];
}

export interface Speed {
	perSecond: number;
	processorMicros: number;
}

/** Measures each target once per round, so that a slow moment of the machine affects all targets. Round 0 warms up. */
export async function measureInterleaved(targets: readonly Target[]): Promise<Speed[]> {
	const all = targets.map((): Speed[] => []);
	for (let round = 0; round <= ROUNDS; round++) {
		for (const [index, target] of targets.entries()) {
			const speed = await measureOnce(target);
			if (round > 0) all[index]?.push(speed);
		}
	}
	return all.map((speeds) => ({
		perSecond: median(speeds.map(({ perSecond }) => perSecond)),
		processorMicros: median(speeds.map(({ processorMicros }) => processorMicros)),
	}));
}

async function measureOnce({ program, path, status, headers }: Target): Promise<Speed> {
	const before = processorSeconds(program.pid);
	const { responses, lost, seconds, firstError } = await runLoad({
		kind: "closed",
		port: program.port,
		paths: [path],
		status,
		headers,
		connections: CONNECTIONS,
		seconds: SECONDS,
		maxRequests: MAX_REQUESTS,
	});
	if (lost > 0) throw new Error(`${lost} requests lost: ${firstError}`);
	const used = processorSeconds(program.pid) - before;
	return { perSecond: responses / seconds, processorMicros: (used / responses) * 1e6 };
}

function rowOf(target: NamedTarget | undefined, speed: Speed, raw: Speed | undefined): Row {
	return {
		id: "cache",
		what: target?.what ?? "",
		figure: speedText(speed),
		reference: raw && speedText(raw),
		// By processor time: the load generator takes longer for a response than the server for a page from memory.
		value: (raw?.processorMicros ?? Number.NaN) / speed.processorMicros,
		unit: "×",
		bound: target?.hasBound ? { atLeast: MIN_TIMES } : undefined,
	};
}

export function speedText({ perSecond, processorMicros }: Speed): string {
	const processor = Number.isNaN(processorMicros) ? "" : `, ${numberText(processorMicros)} µs de procesador`;
	return `${numberText(perSecond)}/s${processor}`;
}
