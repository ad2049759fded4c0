import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type SQLite from "better-sqlite3";
import { logEvent } from "~/lib/log.server";

/** Thrown when the file system or SQLite is unsafe for the database. The message is one line in Spanish. */
export class UnsafeDatabaseError extends Error {}

/**
 * Oldest safe version of SQLite. Before this version, two processes could damage a WAL database
 * (sqlite.org/wal.html, "The WAL-reset bug").
 */
const MIN_SQLITE_VERSION = "3.51.3";

/**
 * Network file systems by type number (statfs(2)). They have unreliable locks, and no shared memory, which SQLite's
 * write-ahead log needs.
 */
const networks: Readonly<Record<number, string>> = {
	26985: "NFS",
	20859: "SMB",
	4283649346: "CIFS",
	4266872130: "SMB2",
	1937076805: "Coda",
	1397113167: "AFS",
	12805120: "Ceph",
};

/**
 * File systems, by type number (statfs(2)), that may be on a network or on this machine: the number does not tell
 * which.
 */
const doubtful: Readonly<Record<number, string>> = {
	1702057286: "FUSE",
	16914839: "9p",
	2020557398: "vboxsf",
};

/**
 * Checks SQLite's version and the database's file system. For a file system that may be a network file system, only
 * logs a warning.
 * @throws UnsafeDatabaseError when SQLite is too old or the file system is certainly a network file system
 */
export function checkDatabaseIsSafe(sqlite: SQLite.Database): void {
	const version = sqlite.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
	if (version.localeCompare(MIN_SQLITE_VERSION, "en", { numeric: true }) < 0) {
		throw new UnsafeDatabaseError(
			`SQLite ${version} puede dañar la base de datos: hace falta ${MIN_SQLITE_VERSION}. Corré «npm ci».`,
		);
	}
	const type = fileSystemOf(dirname(sqlite.name));
	const network = networks[type];
	if (network) {
		throw new UnsafeDatabaseError(
			`La base de datos está en un disco de red (${network}), donde se puede dañar: ponela en uno de esta máquina (DATABASE_PATH).`,
		);
	}
	const kind = doubtful[type];
	if (kind) logEvent("database_place_doubtful", { level: "warning", kind });
}

/** Whether a file of a folder keeps its inode. FUSE and file systems shared with another machine may number files anew. */
export function keepsInodes(folder: string): boolean {
	return process.platform === "linux" && doubtful[fileSystemOf(folder)] === undefined;
}

/** Type number of a folder's file system; 0 outside Linux. */
function fileSystemOf(folder: string): number {
	return process.platform === "linux" ? statfsSync(folder).type : 0;
}
