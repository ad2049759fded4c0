import type SQLite from "better-sqlite3";
import { imageFiles, photoFile } from "~/lib/images/image-files";

/**
 * Returns the names of all image files that rows of a database refer to. A database with an older schema may lack
 * tables. To add a new kind of image, change this function and `sweep-uploads.server.ts`.
 */
export function imagesNamedIn(sqlite: SQLite.Database): Set<string> {
	const read = (table: string, query: string) =>
		hasTable(sqlite, table) ? sqlite.prepare<[], string>(query).pluck().all() : [];
	return new Set([
		...read("users", "SELECT photo FROM users WHERE photo IS NOT NULL").map(photoFile),
		...read("diagram_pictures", "SELECT file FROM diagram_pictures"),
		...read("document_images", "SELECT id FROM document_images").flatMap(imageFiles),
	]);
}

/**
 * SHA-256 of image files, as rows of a database name them: that of the large file of each photo of a document. No row
 * has one of the other images; backups note theirs when they first copy them.
 */
export function imageHashesIn(sqlite: SQLite.Database): Map<string, string> {
	if (!hasTable(sqlite, "document_images")) return new Map();
	const rows = sqlite.prepare<[], { id: string; sha256: string }>("SELECT id, sha256 FROM document_images");
	return new Map(rows.all().map(({ id, sha256 }) => [imageFiles(id)[0] ?? "", sha256]));
}

/**
 * All image files that rows of a database refer to, with the SHA-256 of those that have one in a row or in `known`.
 * @param known SHA-256 by name, such as those of the last backup
 */
export function expectedImagesIn(sqlite: SQLite.Database, known: ReadonlyMap<string, string>) {
	const inRows = imageHashesIn(sqlite);
	return new Map(
		Array.from(imagesNamedIn(sqlite), (name) => [name, inRows.get(name) ?? known.get(name)] as const),
	);
}

export function hasTable(sqlite: SQLite.Database, name: string): boolean {
	return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;
}
