/**
 * Kills one cell (one plant's installation), deletes its data and restores its backup, while the other cells serve
 * pages.
 */
import { randomUUID } from "node:crypto";
import { post } from "../../../support/server/http-client";
import { todayIn } from "../../../support/texts/today";
import { percentile } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { inDatabase } from "../../servers/site";
import { loseData } from "../../servers/site-commands";
import { visitDuring } from "../../visitors/page-visits";
import { type Cell, requireSuccess, startAndServe } from "./cells";

/** Pages per second that are loaded from each cell (one plant's installation) except the killed cell. */
const PAGES_PER_SECOND = 1;

export async function measureRescue(cells: readonly Cell[]): Promise<Row[]> {
	const [lost, ...others] = cells;
	if (!lost) throw new Error("no cell");
	const before = countExtras(lost);
	const rescue = rescueCell(lost);
	const visited = await Promise.all(
		others.map(({ origin, cookie }) => visitDuring(origin, { cookie }, true, () => rescue, PAGES_PER_SECOND)),
	);
	const visits = visited.map(({ visits }) => visits);
	const times = visits.flatMap(({ times }) => times);
	return [
		{
			id: "cells",
			what: `Una planta perdida y restaurada: pedidos que fallan en las otras ${others.length}`,
			figure: `${numberText(times.length)} páginas, p95 ${numberText(percentile(times, 95))} ms`,
			value: visits.reduce((sum, { missed }) => sum + missed, 0),
			unit: "",
			bound: { atMost: 0 },
		},
		{
			id: "cells",
			what: "Extras de la copia que no volvieron",
			figure: `${numberText(before)} y la que se agregó antes de la copia`,
			value: before + 1 - countExtras(lost),
			unit: "",
			bound: { atMost: 0 },
		},
		{
			id: "cells",
			what: "Desde kill -9 y perder todo hasta la primera página",
			figure: "",
			value: await rescue,
			unit: "ms",
		},
	];
}

/**
 * Adds an extra (overtime entry), makes a backup, kills the server, deletes all data except the backup, restores the
 * backup and starts the server.
 * @returns the outage in ms
 */
async function rescueCell(cell: Cell): Promise<number> {
	const { site, origin, settings, cookie } = cell;
	const form = {
		idFile: randomUUID(),
		hour: "4",
		date: todayIn("America/Argentina/Buenos_Aires"),
		shift: "M",
	};
	const address = "/auth/work-overtime/add-work-overtime";
	const added = await post(origin, address, new URLSearchParams(form).toString(), { cookie });
	if (added.status !== 303) throw new Error(`agregar: ${added.status}`);
	await requireSuccess(cell, ["backup"]);
	const lostAt = performance.now();
	await cell.program.kill();
	loseData(site);
	await requireSuccess(cell, ["restore", "--from", site.settings.BACKUPS_DIR ?? ""]);
	cell.program = await startAndServe(site, origin, settings);
	return performance.now() - lostAt;
}

function countExtras({ site }: Cell): number {
	return inDatabase(site.databasePath, (file) =>
		Number(file.prepare<[], number>("SELECT count(*) FROM extras").pluck().get()),
	);
}
