/**
 * Loses the database and all images at a random moment while somebody writes, and restores the newest of the backups
 * that the server makes by itself.
 */
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Measurement } from "../figures/measurement";
import { seededRandom } from "../figures/seeded-random";
import { median } from "../figures/statistics";
import { numberText, type Row } from "../figures/table";
import { addPeople, inDatabase, makeSite, type Site } from "../servers/site";
import { Browser } from "../visitors/document-requests";
import { runCommand } from "./backup-runs";

/** Interval between the server's backups, in seconds: short, so that many losses can be measured. */
const EVERY_SECONDS = 3;
/** Delay after the server start before the first loss, because the first backup is made after five seconds. */
const FIRST_BACKUP_MS = 10_000;

export interface LossesResult {
	/** For each loss, the age in ms of the oldest confirmed change that was lost; 0 if none was lost. */
	lostMs: number[];
	/** Duration of the longest backup, in ms. */
	longestBackupMs: number;
	problems: string[];
}

export async function loseRepeatedly(losses: number, seed: number): Promise<LossesResult> {
	const random = seededRandom(seed);
	const result: LossesResult = { lostMs: [], longestBackupMs: 0, problems: [] };
	for (let loss = 0; loss < losses; loss++) {
		const writingMs = FIRST_BACKUP_MS + 2 * EVERY_SECONDS * 1000 * random();
		await loseOnce(writingMs, result);
	}
	return result;
}

async function loseOnce(writingMs: number, result: LossesResult): Promise<void> {
	const site = makeSite();
	const [person] = addPeople(site.databasePath, 1);
	const relevo = await site.start(undefined, { BACKUP_EVERY: String(EVERY_SECONDS / 60) });
	if (!person) throw new Error("no person");
	const browser = new Browser(person, relevo.port);
	const confirmed: { idFile: string; at: number }[] = [];
	let isOver = false;
	const writing = (async () => {
		while (!isOver) {
			const idFile = randomUUID();
			const fields = { idFile, hour: "8", date: "2026-11-20", shift: "N" };
			const reply = await browser.postUrlencoded("/auth/work-overtime/add-work-overtime", fields);
			if (reply?.status === 303) confirmed.push({ idFile, at: performance.now() });
			else if (!isOver) result.problems.push(`agregar: ${reply?.status}`);
		}
	})();
	await sleep(writingMs);
	isOver = true;
	const lostAt = performance.now();
	relevo.process.kill("SIGKILL");
	await writing;
	browser.close();
	const stored = await restoreAfterLoss(site, result.problems);
	const [firstLost] = confirmed.filter(({ idFile }) => !stored.has(idFile));
	result.lostMs.push(firstLost ? Math.max(0, lostAt - firstLost.at) : 0);
	for (const [, ms] of relevo.output().matchAll(/"event":"backup_done","ms":(\d+)/g))
		result.longestBackupMs = Math.max(result.longestBackupMs, Number(ms));
	if (relevo.output().includes('"event":"backup_failed"')) result.problems.push("una copia falló");
	site.remove();
}

/** Deletes the database and all images and restores the newest backup. @returns the keys of the restored extras */
async function restoreAfterLoss(site: Site, problems: string[]): Promise<ReadonlySet<string>> {
	for (const ending of ["", "-wal", "-shm", ".lock"]) rmSync(site.databasePath + ending, { force: true });
	rmSync(site.uploads, { recursive: true, force: true });
	const { code, errors } = await runCommand(site, ["restore", "--from", site.settings.BACKUPS_DIR ?? ""]);
	if (code !== 0) problems.push(`restore: ${errors}`);
	return inDatabase(
		site.databasePath,
		(file) => new Set(file.prepare<[], string>("SELECT id_file FROM extras").pluck().all()),
	);
}

export async function measureLosses(losses: number, seed: number): Promise<Measurement> {
	const { lostMs, longestBackupMs, problems } = await loseRepeatedly(losses, seed);
	const longest = numberText(longestBackupMs / 1000, 1);
	const row = (what: string, ms: number, atMostMs: number, figure: string): Row => ({
		id: "losses",
		what,
		figure,
		value: ms,
		unit: "ms",
		bound: { atMost: atMostMs },
	});
	const mostMs = EVERY_SECONDS * 1000 + longestBackupMs;
	return {
		rows: [
			row(
				`${losses} pérdidas de todo, una copia cada ${EVERY_SECONDS} s: lo más viejo que faltó`,
				Math.max(...lostMs),
				mostMs,
				`la copia más larga, ${longest} s`,
			),
			row("Lo mismo, la mitad de las veces a lo sumo", median(lostMs), mostMs / 2, ""),
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
