import { setTimeout as pause } from "node:timers/promises";
import {
	hasFoundDamage,
	isInFuture,
	lastUpToDateAt,
	readBackupTimes,
} from "~/lib/database/backup-times.server";
import { db, writeNothing } from "~/lib/database/db.server";
import { hasRoom, inTime, isDiskFull } from "~/lib/database/disk.server";
import { isDatabaseLost } from "~/lib/database/lost-file.server";
import { env } from "~/lib/env.server";
import { areUploadsForeign } from "~/lib/images/sweep-uploads.server";
import { logFailure } from "~/lib/log.server";
import { HOUR_MS } from "~/lib/units/durations";
import { type KeptFolders, probeFolders } from "./kept-folders.server";

/** State of the program, without measured numbers and paths, because anybody can read the health check. */
interface Health {
	/** Why data cannot be saved or read. */
	problem?: string;
	/** Problems for the operator, which no restart solves. */
	warnings: string[];
}

/** Time in ms for which the result of a health check is reused. */
const KEPT_MS = 5000;
/** Longest time in ms for which another process may lock the database before the health check reports a problem. */
const MAX_BUSY_MS = 3000;
const RETRY_MS = 100;
/** The command that says more, with paths, which this public text must not show. */
const CHECK = "Qué hacer: npm run data -- check";
const LOST =
	"El archivo de la base de datos ya no está o es otro: no se guarda nada. Qué hacer: parar el servidor, y npm run restore -- list";
const FULL =
	"El disco está lleno: no se guarda nada nuevo; leer, ingresar y eliminar andan. Qué hacer: npm run data -- report";
const BUSY = "La base de datos está ocupada desde hace varios segundos.";
/**
 * Number of hours for which a change may wait for a backup before the health check warns: at least an hour and at
 * least four times BACKUP_EVERY, so that a few failed backups cause no warning.
 */
const MAX_HOURS_WITHOUT_BACKUP = Math.max(1, Math.ceil((4 * env.BACKUP_EVERY) / 60));
/**
 * Maximum age of the newest backup if a nightly job makes the backups, and of the last nightly copy to another machine.
 * The job may run two hours late.
 */
const MAX_NIGHTLY_AGE_MS = 26 * HOUR_MS;

let known: { until: number; health: Promise<Health> } | undefined;

/**
 * Tests reading and writing the database, and checks disk and backups. Runs at most once in five seconds. Waits at most
 * three seconds for the database, then two seconds for each folder.
 */
export function checkHealth(): Promise<Health> {
	const now = performance.now();
	if (!known || now > known.until) known = { until: now + KEPT_MS, health: look() };
	return known.health;
}

async function look(): Promise<Health> {
	const isRoomyInTime = inTime(
		hasRoom().catch(() => false),
		false,
	);
	const [problem, isRoomy] = await Promise.all([databaseProblem(), isRoomyInTime]);
	// Without a database, nothing is known of the images; the folders hardly matter then.
	if (problem) return { problem, warnings: await backupWarnings(Date.now()) };
	const folders = await probeFolders();
	const folderProblem = problemOf(folders);
	const warnings = [
		!isRoomy && !folderProblem && "Queda poco lugar en el disco: no se aceptan más fotos.",
		folders.unusable.some(({ setting }) => setting === "BACKUPS_DIR") &&
			`No se puede escribir en la carpeta de las copias de seguridad. ${CHECK}`,
		areUploadsForeign() &&
			`La base de datos no nombra la mayoría de las fotos: parece la de otra instalación. No se borra ninguna. ${CHECK}`,
		...(await backupWarnings(Date.now())),
	];
	return { problem: folderProblem, warnings: warnings.filter((warning) => warning !== false) };
}

/** Why something that people send now cannot be kept. What is kept, but at risk, is a warning. */
function problemOf({ unusable, isFull, areImagesGone }: KeptFolders): string | undefined {
	const settings = unusable.map(({ setting }) => setting);
	if (isFull) return FULL;
	if (settings.includes("DATABASE_PATH"))
		return `No se puede escribir en la carpeta de la base de datos. ${CHECK}`;
	if (settings.includes("UPLOADS_DIR"))
		return `No se puede guardar ninguna foto: no se puede escribir en su carpeta. ${CHECK}`;
	if (areImagesGone)
		return `Faltan todas las fotos: ¿está montado su disco? Las que se manden ahora se pueden perder. ${CHECK}`;
	return undefined;
}

async function backupWarnings(now: number): Promise<string[]> {
	const times = await readBackupTimes();
	if (!times) return ["La carpeta de las copias de seguridad no responde."];
	const { lastAt = 0, copiedAt = now, future } = times;
	const age = now - Math.max(lastAt, lastUpToDateAt());
	return [
		hasFoundDamage() && `La última copia de seguridad encontró archivos dañados o que faltan. ${CHECK}`,
		// With BACKUP_EVERY=0 the server makes no backups, so a nightly job on the host must make them.
		env.BACKUP_EVERY === 0 &&
			age > MAX_NIGHTLY_AGE_MS &&
			"La última copia de seguridad tiene más de 26 horas. Qué hacer: npm run backup",
		env.BACKUP_EVERY > 0 &&
			age > MAX_HOURS_WITHOUT_BACKUP * HOUR_MS &&
			`Hay cambios sin copia de seguridad desde hace más de ${MAX_HOURS_WITHOUT_BACKUP} h. Qué hacer: npm run backup`,
		// The file `copied` exists only if backups are copied to another machine.
		now - copiedAt > MAX_NIGHTLY_AGE_MS && "La última copia en otra máquina tiene más de 26 horas.",
		isInFuture(copiedAt, now) && "La última copia en otra máquina tiene fecha futura: revisá el reloj.",
		future.length > 0 && "Hay copias de seguridad con fecha futura: revisá el reloj.",
	].filter((warning) => warning !== false);
}

async function databaseProblem(): Promise<string | undefined> {
	// Returns BUSY after MAX_BUSY_MS, because `accessProblem` may wait for a transaction that never ends.
	return Promise.race([
		pause(MAX_BUSY_MS, BUSY, { ref: false }),
		accessProblem(performance.now() + MAX_BUSY_MS),
	]);
}

async function accessProblem(end: number): Promise<string | undefined> {
	if (isDatabaseLost()) return LOST;
	try {
		await db.selectFrom("diagramas").select("id").limit(1).execute();
	} catch (error) {
		logFailure("health_failed", error);
		return `No se puede leer la base de datos. ${CHECK}`;
	}
	try {
		while (!(await writeNothing())) {
			if (performance.now() > end) return BUSY;
			await pause(RETRY_MS, undefined, { ref: false });
		}
		return undefined;
	} catch (error) {
		if (isDiskFull(error)) return FULL;
		logFailure("health_failed", error);
		return `No se puede escribir en la base de datos. ${CHECK}`;
	}
}
