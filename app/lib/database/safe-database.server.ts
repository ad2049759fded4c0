import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type SQLite from "better-sqlite3";
import { logEvent } from "~/lib/log.server";

/** Where or with what the database must not be opened. The message is one line in Spanish. */
export class UnsafeDatabaseError extends Error {}

/** Before it two processes could damage a database in WAL mode (sqlite.org/wal.html, "The WAL-reset bug"). */
const MIN_SQLITE_VERSION = "3.51.3";

/** File systems of the network (statfs(2)): their locks do not hold, and the log's shared memory is of one machine only. */
const networks: Readonly<Record<number, string>> = {
	26985: "NFS",
	20859: "SMB",
	4283649346: "CIFS",
	4266872130: "SMB2",
	1937076805: "Coda",
	1397113167: "AFS",
	12805120: "Ceph",
};

/** May be a network's, and may be how a container sees a folder of the machine under it: nothing tells which. */
const doubtful: Readonly<Record<number, string>> = {
	1702057286: "FUSE",
	16914839: "9p",
	2020557398: "vboxsf",
};

/**
 * Looks at SQLite itself and at the folder of the database, before it is opened for work. A doubtful folder is only
 * written to the log.
 * @throws UnsafeDatabaseError
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

/** Only Linux has these numbers: elsewhere they mean other things, or nothing. */
function fileSystemOf(folder: string): number {
	return process.platform === "linux" ? statfsSync(folder).type : 0;
}
