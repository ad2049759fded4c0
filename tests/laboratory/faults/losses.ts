/** Loses all data at a random moment while somebody writes, and restores the newest of the server's own backups. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { addDays } from "~/lib/time/civil-date";
import { waitUntil } from "../../support/server/wait-until";
import type { Measurement } from "../figures/measurement";
import { seededRandom } from "../figures/seeded-random";
import { median } from "../figures/statistics";
import { numberText, type Row } from "../figures/table";
import { addPeople, inDatabase, makeSite, type Site } from "../servers/site";
import { killWithChildren, loseData, runCommand } from "../servers/site-commands";
import { Browser } from "../visitors/document-requests";

/** Interval between backups in seconds; short, to measure many losses. */
const EVERY_SECONDS = 3;
/** Number of sites measured in parallel. With more sites, a backup would still run when the next backup is due. */
const AT_ONCE = 4;
/** Pause of the simulated user between two changes. */
const PAUSE_MS = 20;

export interface LossesResult {
	/** For each loss, the age in ms of the oldest confirmed change that the backup lacks; 0 if the backup lacks none. */
	lostMs: number[];
	backupMs: number[];
	problems: string[];
}

/** Loses and restores all data of a new site, `losses` times, at different random moments of two backup intervals. */
export async function loseRepeatedly(losses: number, seed: number): Promise<LossesResult> {
	const random = seededRandom(seed);
	const result: LossesResult = { lostMs: [], backupMs: [], problems: [] };
	const moments = Array.from({ length: losses }, (_, loss) => (loss + random()) / losses);
	const work = async () => {
		for (let moment = moments.shift(); moment !== undefined; moment = moments.shift())
			await loseOnce(2 * EVERY_SECONDS * 1000 * moment, result);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return result;
}

/**
 * Loses and restores all data of a new site once, and adds the figures to `result`.
 * @param waitMs time from the end of the first backup to the loss
 */
async function loseOnce(waitMs: number, result: LossesResult): Promise<void> {
	const site = makeSite();
	const [person] = addPeople(site.databasePath, 1);
	if (!person) throw new Error("no person");
	const relevo = await site.start(undefined, { BACKUP_EVERY: String(EVERY_SECONDS / 60) });
	const browser = new Browser(person, relevo.port);
	const confirmed: { idFile: string; at: number }[] = [];
	let isOver = false;
	let turn = 0;
	const writing = (async () => {
		while (!isOver) {
			const idFile = randomUUID();
			// A second extra of the same day and shift would be asked about.
			const date = addDays("2026-11-20", -turn++);
			const fields = { idFile, hour: "8", date, shift: "N" };
			const reply = await browser.postUrlencoded("/auth/work-overtime/add-work-overtime", fields);
			if (reply?.status === 303) confirmed.push({ idFile, at: performance.now() });
			else if (!isOver) result.problems.push(`agregar: ${reply?.status}`);
			await sleep(PAUSE_MS);
		}
	})();
	await waitUntil(() => relevo.output().includes('"event":"backup_done"'), "the first backup is made");
	await sleep(waitMs);
	isOver = true;
	const lostAt = performance.now();
	// Simulates the loss of the machine, which also ends a running backup.
	await killWithChildren(relevo);
	await writing;
	browser.close();
	const stored = await restoreAfterLoss(site, result.problems);
	const [firstLost] = confirmed.filter(({ idFile }) => !stored.has(idFile));
	result.lostMs.push(firstLost ? Math.max(0, lostAt - firstLost.at) : 0);
	for (const [, ms] of relevo.output().matchAll(/"event":"backup_done","ms":(\d+)/g))
		result.backupMs.push(Number(ms));
	if (relevo.output().includes('"event":"backup_failed"')) result.problems.push("una copia falló");
	site.remove();
}

/**
 * Deletes all data and restores the newest backup.
 * @returns keys of the restored extras
 */
async function restoreAfterLoss(site: Site, problems: string[]): Promise<ReadonlySet<string>> {
	loseData(site);
	const { code, errors } = await runCommand(site, ["restore", "--from", site.settings.BACKUPS_DIR ?? ""]);
	if (code !== 0) problems.push(`restore: ${errors}`);
	return inDatabase(
		site.databasePath,
		(file) => new Set(file.prepare<[], string>("SELECT id_file FROM extras").pluck().all()),
	);
}

export async function measureLosses(losses: number, seed: number): Promise<Measurement> {
	const { lostMs, backupMs, problems } = await loseRepeatedly(losses, seed);
	const longestMs = Math.max(...backupMs);
	const times = `una copia tarda ${numberText(median(backupMs))} ms, la más larga ${numberText(longestMs)}`;
	const row = (what: string, ms: number, atMostMs: number, figure: string): Row => ({
		id: "losses",
		what,
		figure,
		value: ms,
		unit: "ms",
		bound: { atMost: atMostMs },
	});
	const mostMs = EVERY_SECONDS * 1000 + longestMs;
	return {
		rows: [
			row(
				`${losses} pérdidas de todo, una copia cada ${EVERY_SECONDS} s: lo más viejo que faltó`,
				Math.max(...lostMs),
				mostMs,
				times,
			),
			row("Lo mismo, la mitad de las veces a lo sumo", median(lostMs), mostMs / 2, `semilla ${seed}`),
			{
				id: "losses",
				what: "Copias o restauraciones que fallaron",
				figure: "",
				value: problems.length,
				unit: "",
				bound: { atMost: 0 },
			},
		],
		problems,
	};
}
