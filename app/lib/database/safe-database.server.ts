import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type SQLite from "better-sqlite3";
import { logEvent } from "~/lib/log.server";

/**
 * Thrown when the file system or the version of SQLite is unsafe for the database. The message is one line in
 * Spanish.
 */
export class UnsafeDatabaseError extends Error {}

/**
 * Minimum version of SQLite. In older versions two processes could damage a WAL database (sqlite.org/wal.html, "The
 * WAL-reset bug").
 */
const MIN_SQLITE_VERSION = "3.51.3";

/**
 * Network file systems by type number (statfs(2)). Their file locks are unreliable, and WAL needs memory that all
 * processes share on one machine.
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
 * File system types that can be either a network file system or a host folder inside a container: statfs(2) does not
 * distinguish the two.
 */
const doubtful: Readonly<Record<number, string>> = {
	1702057286: "FUSE",
	16914839: "9p",
	2020557398: "vboxsf",
};

/**
 * Checks the version of SQLite and the file system of the database. Only logs a warning for a file system that may be
 * a network file system.
 * @throws UnsafeDatabaseError when SQLite is too old or the database is on a network file system
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

/** The type number of a folder's file system; 0 outside Linux, where type numbers have other meanings. */
function fileSystemOf(folder: string): number {
	return process.platform === "linux" ? statfsSync(folder).type : 0;
}
