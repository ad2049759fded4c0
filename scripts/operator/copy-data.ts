/** Copies database and images of a running server into a backup. */
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { DATABASE_FILE } from "~/features/backups/backup-folder.server";
import { sqlite } from "~/lib/database/db.server";
import { syncFile } from "~/lib/database/sync-disk.server";
import { env } from "~/lib/env.server";
import { damageOf } from "./checking/check-data";
import { type Filled, fillPool } from "./checking/image-pool";
import { expectedImagesIn, imagesNamedIn } from "./checking/named-images";
import { CommandError } from "./errors";
import { withProgress } from "./progress";

/**
 * Maximum number of attempts to copy the database and then the images that users added meanwhile. If a user deletes an
 * image before it is copied, the database is copied again; the new copy no longer refers to the image. On a slow disk
 * with many people this happens several times in a row.
 */
const MAX_ATTEMPTS = 20;
/** Pages copied per step. A database has fewer pages, so that one step copies the whole database. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies database and images.
 * @param known SHA-256 of images of the pool, from the last backup
 * @param isFresh trusts the pool's images that have a known hash, without reading them
 */
export async function copyAll(
	work: string,
	pool: string,
	known: ReadonlyMap<string, string>,
	isFresh: boolean,
) {
	const path = join(work, DATABASE_FILE);
	const trusted = new Set(isFresh ? known.keys() : []);
	const first = await withProgress("Agregando imágenes", (report) =>
		fillPool(env.UPLOADS_DIR, pool, expectedImagesIn(sqlite, known), trusted, report),
	);
	for (let attempt = 1; ; attempt++) {
		rmSync(path, { force: true });
		await withProgress("Copiando la base de datos", () => sqlite.backup(path, { progress: () => ALL_PAGES }));
		const copy = new SQLite(path);
		try {
			// Turns WAL off, so that the copy is a single file.
			copy.pragma("journal_mode = DELETE");
			const expected = expectedImagesIn(copy, new Map([...known, ...first.hashes]));
			const names = Array.from(expected.keys());
			// Images that were read a moment ago are not read again.
			const late = await fillPool(env.UPLOADS_DIR, pool, expected, new Set(first.hashes.keys()));
			const stillNamed = imagesNamedIn(sqlite);
			const isDeleted = late.missing.some((name) => !stillNamed.has(name));
			if (isDeleted && attempt < MAX_ATTEMPTS) continue;
			const [damage] = await withProgress("Revisando la copia", () => damageOf(copy));
			if (damage) throw new CommandError(`${damage} La copia no se hizo; las de antes siguen ahí.`);
			return { bytes: statSync(path).size, names, filled: together(first, late, new Set(names)) };
		} finally {
			copy.close();
			await syncFile(path);
		}
	}
}

/** What two passes found of the images in `names`. */
function together(first: Filled, late: Filled, names: ReadonlySet<string>): Filled {
	const both = (kind: "damaged" | "repaired") =>
		Array.from(new Set([...first[kind], ...late[kind]])).filter((name) => names.has(name));
	return {
		hashes: late.hashes,
		missing: late.missing,
		damaged: both("damaged"),
		repaired: both("repaired"),
	};
}
