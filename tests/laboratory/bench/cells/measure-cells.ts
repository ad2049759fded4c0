/**
 * Measures start, memory and processor time of 1, 10 and 30 cells (installations of Relevo, one per plant) on one
 * machine. With all 30, also measures pages beside a busy cell, and recovery.
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { readFinalStage } from "../../../support/server/container-folder";
import {
	childSeconds,
	processorSeconds,
	proportionalMegabytes,
	residentMegabytes,
} from "../../figures/process-figures";
import { median } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { runLoad } from "../load";
import { visit } from "../measures/measure-capacity";
import { type Cell, preparePlant, requireSuccess } from "./cells";
import { measureNeighbour } from "./measure-neighbour";
import { measureRescue } from "./measure-rescue";

const COUNTS = [1, 10, 30];
const MAX_MB_AT_REST = 110;
/** Time in ms from the start of a server until it is idle. The server removes orphaned files after 5 s. */
const START_WORK_MS = 8000;
/** Pause between the page visits and the measurement of the memory that the servers keep. */
const SETTLE_MS = 2000;
const REST_SECONDS = 15;
/** Number of times that `measureUse` loads each page before it measures the memory. */
const VISITS = 10;
const HEALTH_CHECKS = 10;

export async function measureCells(): Promise<Row[]> {
	const startCell = await preparePlant();
	const cells: Cell[] = [];
	try {
		const rows: Row[] = [];
		for (const count of COUNTS) {
			rows.push(await measureStarts(cells, count, startCell));
			rows.push(...(await measureRest(cells)));
		}
		rows.push(await measureUse(cells), ...(await measureChores(cells)));
		rows.push(...(await measureNeighbour(cells)), ...(await measureRescue(cells)));
		return rows;
	} finally {
		await Promise.all(cells.map(({ program }) => program.kill()));
		for (const { site } of cells) site.remove();
	}
}

/** Starts cells (installations of Relevo) one after the other up to `count`, and waits until they are idle. */
async function measureStarts(
	cells: Cell[],
	count: number,
	startCell: (number: number) => Promise<Cell>,
): Promise<Row> {
	const times: number[] = [];
	const processor: number[] = [];
	while (cells.length < count) {
		const cell = await startCell(cells.length + 1);
		cells.push(cell);
		times.push(cell.startMs);
		processor.push(processorSeconds(cell.program.pid) * 1000);
	}
	await sleep(START_WORK_MS);
	return {
		id: "cells",
		what: `${plants(count)}: arranque de una, hasta que contesta`,
		figure: `${numberText(median(processor))} ms de procesador`,
		value: median(times),
		unit: "ms",
	};
}

/** Measures memory and processor time of cells (installations of Relevo) that nobody uses. */
async function measureRest(cells: readonly Cell[]): Promise<Row[]> {
	const pids = cells.map(({ program }) => program.pid);
	const before = pids.map(processorSeconds);
	const begun = performance.now();
	await sleep(REST_SECONDS * 1000);
	const seconds = (performance.now() - begun) / 1000;
	const used = pids.reduce((sum, pid, index) => sum + processorSeconds(pid) - (before[index] ?? 0), 0);
	return [
		memoryRow(`${plants(cells.length)} en reposo`, pids, cells.length > 1 ? MAX_MB_AT_REST : undefined),
		{
			id: "cells",
			what: `${plants(cells.length)} en reposo: procesador, de cada segundo`,
			figure: `${numberText((used / seconds) * 100, 1)} % de un núcleo`,
			value: (used / seconds) * 1000,
			unit: "ms",
		},
	];
}

/**
 * Returns the average memory of a cell (one plant's installation of Relevo). All cells run the same Node program file
 * and share its memory, like containers of one image. Each cell counts only its part of the shared memory.
 */
function memoryRow(what: string, pids: readonly number[], maxMegabytes?: number): Row {
	const all = proportionalMegabytes(pids);
	const most = Math.max(...pids.map(residentMegabytes));
	return {
		id: "cells",
		what: `${what}: memoria de cada una (PSS)`,
		figure: `en todo ${numberText(all)} MB; la mayor, con lo compartido (RSS), ${numberText(most)} MB`,
		value: all / pids.length,
		unit: "MB",
		bound: maxMegabytes === undefined ? undefined : { atMost: maxMegabytes },
	};
}

/** Visits pages in each cell, and measures the memory that the server then keeps. */
async function measureUse(cells: readonly Cell[]): Promise<Row> {
	const paths = Array.from({ length: VISITS }, () => visit).flat();
	for (const { program, origin, cookie } of cells) {
		const headers = { Host: new URL(origin).host, Cookie: cookie };
		const { lost, firstError } = await runLoad({ kind: "sequence", port: program.port, paths, headers });
		if (lost > 0) throw new Error(firstError);
	}
	await sleep(SETTLE_MS);
	const pids = cells.map(({ program }) => program.pid);
	return memoryRow(`${plants(cells.length)} después de ${paths.length} páginas cada una`, pids);
}

/** Measures the processor time of health checks and a backup in a cell (one plant's installation of Relevo). */
async function measureChores([cell]: readonly Cell[]): Promise<Row[]> {
	if (!cell) throw new Error("no cell");
	const { pid } = cell.program;
	const [, ...words] = readFinalStage().healthCheck;
	const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, ...cell.settings };
	const before = childSeconds() + processorSeconds(pid);
	for (let check = 0; check < HEALTH_CHECKS; check++) {
		const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
		if (status !== 0) throw new Error(`healthcheck: ${stderr}`);
	}
	const checked = childSeconds() + processorSeconds(pid);
	await requireSuccess(cell, ["backup"]);
	const row = (what: string, figure: string, seconds: number): Row => {
		return { id: "cells", what: `${what}: procesador`, figure, value: seconds * 1000, unit: "ms" };
	};
	const megabytes = numberText(statSync(cell.site.databasePath).size / 1e6);
	return [
		row(
			"Un control de salud",
			"sin lo que cuesta al motor de contenedores",
			(checked - before) / HEALTH_CHECKS,
		),
		row("Una copia", `la base, ${megabytes} MB`, childSeconds() + processorSeconds(pid) - checked),
	];
}

function plants(count: number): string {
	return count === 1 ? "1 planta" : `${count} plantas`;
}
