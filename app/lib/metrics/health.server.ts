import { db, writeNothing } from "~/lib/database/db.server";
import { hasRoom } from "~/lib/database/disk.server";
import { lastBackupAt } from "~/lib/database/last-backup.server";
import { logFailure } from "~/lib/log.server";

/** How the program is, in words without numbers or places, since a stranger may read them. */
export interface Health {
	/** Why it is not well: nobody can save anything, or not even read. */
	problem?: string;
	/** What needs the operator and would not be mended by a restart. */
	warnings: string[];
}

/** Whoever asks again within this time, in milliseconds, gets what was found out before. */
const KEPT_MS = 5000;
/** How long another process may hold the database before that is a problem, in milliseconds. */
const LONGEST_BUSY_MS = 3000;
const RETRY_MS = 100;
const BUSY = "La base de datos está ocupada desde hace varios segundos.";
/** A backup is made each night: two hours late is too late. */
const OLDEST_BACKUP_MS = 26 * 3_600_000;

let known: { until: number; health: Promise<Health> } | undefined;

/**
 * Reads from the database, writes to it and looks at disk and backups, at most once in five seconds. Never waits longer
 * than three, and nobody waits for it.
 */
export function checkHealth(): Promise<Health> {
	const now = performance.now();
	if (!known || now > known.until) known = { until: now + KEPT_MS, health: look() };
	return known.health;
}

async function look(): Promise<Health> {
	const [problem, isRoomy] = await Promise.all([databaseProblem(), hasRoom().catch(() => false)]);
	const warnings: string[] = [];
	if (!isRoomy) warnings.push("Queda poco lugar en el disco: no se aceptan más fotos.");
	if (isBackupLate()) warnings.push("La última copia de seguridad tiene más de 26 horas.");
	return { problem, warnings };
}

/** Before the first night there is nothing to be late. */
function isBackupLate(now = Date.now()): boolean {
	const last = lastBackupAt() ?? now - process.uptime() * 1000;
	return now - last > OLDEST_BACKUP_MS;
}

async function databaseProblem(): Promise<string | undefined> {
	// A transaction of ours that never ends would let nobody else in, and us wait for ever.
	return Promise.race([
		pause(LONGEST_BUSY_MS).then(() => BUSY),
		accessProblem(performance.now() + LONGEST_BUSY_MS),
	]);
}

async function accessProblem(end: number): Promise<string | undefined> {
	try {
		await db.selectFrom("diagramas").select("id").limit(1).execute();
	} catch (error) {
		logFailure("health_failed", error);
		return "No se puede leer la base de datos.";
	}
	try {
		while (!(await writeNothing())) {
			if (performance.now() > end) return BUSY;
			await pause(RETRY_MS);
		}
		return undefined;
	} catch (error) {
		logFailure("health_failed", error);
		return "No se puede escribir en la base de datos.";
	}
}

function pause(ms: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
