import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import SQLite from "better-sqlite3";
import { backupName, isInFuture } from "~/lib/database/backup-times.server";
import { listCopiesBefore, safetyCopyPath, unfinishedCopyOf } from "~/lib/database/put-aside.server";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { MB } from "~/lib/units/bytes";
import { sha256Of } from "../checking/file-hash";
import { diskOf, sizeOf } from "../report/sizes";
import { schemaProgram, schemaVersion } from "./migrations";

/**
 * Number of safety copies (copies of the database made before an update) that are kept for each schema version. New
 * copies never displace the copies of another schema version.
 */
const KEPT_SAFETY_COPIES = 3;
/**
 * Disk space for an update, as a multiple of the database's size: for the safety copy, the write-ahead log, and the
 * pages that migrations add.
 */
const SPACE_FACTOR = 3;
/** Additional disk space in bytes for an update. For a nearly empty database, SPACE_FACTOR alone gives too little. */
const SPACE_BYTES = 16 * MB;

interface SafetyCopy {
	path: string;
	name: string;
	/** Number of migrations in the copy. A version of the program with fewer migrations cannot use the copy. */
	schema: number;
	at: number;
}

/**
 * Copies the database before an update, so that the operator can return to the previous version of the program:
 * `relevo.sqlite.before-2026-11-21T06-00-03Z-schema-21-2.0.0-r3+24ba5f6`. Keeps the three newest copies of each schema.
 * Makes no copy when the newest copy has the same content, so that an update that fails at every start does not displace
 * older copies.
 * @returns path of the copy, complete, checked and synced
 * @throws Error that says in Spanish what to do, or errors of disk or database
 */
export async function makeSafetyCopy(sqlite: SQLite.Database, now = Date.now()): Promise<string> {
	requireDiskSpace(sqlite.name);
	const schema = schemaVersion(sqlite);
	const ofSchema = () => listSafetyCopies(sqlite.name).filter((other) => other.schema === schema);
	const newest = ofSchema().findLast(({ at }) => !isInFuture(at, now));
	const copy = freePath(sqlite.name, `schema-${schema}${nameEnding(schemaProgram(sqlite))}`, now);
	const unfinished = unfinishedCopyOf(sqlite.name);
	try {
		// Creates an empty file with private permissions: `VACUUM INTO` accepts an existing file if it is empty.
		rmSync(unfinished, { force: true });
		writeFileSync(unfinished, "", { mode: 0o600 });
		sqlite.prepare("VACUUM INTO ?").run(unfinished);
		await syncFile(unfinished);
		requireIntact(unfinished, schema);
		if (newest && sha256Of(newest.path) === sha256Of(unfinished)) return newest.path;
		renameSync(unfinished, copy);
		await syncFolder(dirname(copy));
	} finally {
		rmSync(unfinished, { force: true });
	}
	removeExcess(ofSchema(), now);
	return copy;
}

/** Removes safety copies beyond KEPT_SAFETY_COPIES: first those dated in the future, then the oldest. */
function removeExcess(oldestFirst: readonly SafetyCopy[], now: number): void {
	const isAhead = ({ at }: SafetyCopy) => isInFuture(at, now);
	const ordered = [...oldestFirst.filter(isAhead), ...oldestFirst.filter((copy) => !isAhead(copy))];
	for (const { path } of ordered.slice(0, -KEPT_SAFETY_COPIES)) rmSync(path);
}

/** Safety copies of a database, oldest first. */
export function listSafetyCopies(database: string): SafetyCopy[] {
	return listCopiesBefore(database).map(({ path, at, ending }) => {
		const [, schema] = /^-schema-(\d+)(?:-.+)?$/.exec(ending) ?? [];
		return { path, name: basename(path), schema: Number(schema), at };
	});
}

/**
 * Checks that the disk has room for the copy and the migrations.
 * @throws Error when the disk is too full
 */
function requireDiskSpace(database: string): void {
	const wanted = SPACE_FACTOR * (sizeOf(database) + sizeOf(`${database}-wal`)) + SPACE_BYTES;
	const { freeBytes } = diskOf(dirname(database));
	if (freeBytes >= wanted) return;
	const [needed, free] = [Math.ceil(wanted / MB), Math.floor(freeBytes / MB)];
	throw new Error(
		`hacen falta ${needed} MB libres en ${dirname(database)} y hay ${free}. Hacé lugar y volvé a arrancar`,
	);
}

/**
 * Reads and checks a new copy.
 * @throws Error when the copy is damaged
 */
function requireIntact(path: string, schema: number): void {
	const copy = new SQLite(path, { readonly: true });
	try {
		const [first] = copy.prepare<[], string>("PRAGMA integrity_check(1)").pluck().all();
		if (first === "ok" && schemaVersion(copy) === schema) return;
		const reason = String(first).replaceAll("\n", " ");
		throw new Error(`la copia salió dañada: ${reason}. Corré ${operatorCommand("data -- check")}`);
	} finally {
		copy.close();
	}
}

/** Returns an unused path for a copy. If a copy already has the same second in its name, takes the next second. */
function freePath(database: string, ending: string, now: number): string {
	const isTaken = listSafetyCopies(database).some(({ at }) => backupName(at) === backupName(now));
	return isTaken
		? freePath(database, ending, now + 1000)
		: `${safetyCopyPath(database)}${backupName(now)}-${ending}`;
}

/** End of a copy's file name, with the program's version. */
function nameEnding(program: string | undefined): string {
	return program === undefined ? "" : `-${program.replace(/[^\w.+-]/g, "_")}`;
}
