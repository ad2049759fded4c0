import type SQLite from "better-sqlite3";
import { imageFiles } from "~/features/documents/photos/image-address";
import { photoFile } from "~/features/profile/photo";

/**
 * Returns the names of all image files that rows of a database refer to. A database with an older schema may lack
 * tables. To add a new kind of image, change this function and `uploads.server.ts`.
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

export function hasTable(sqlite: SQLite.Database, name: string): boolean {
	return sqlite.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(name) !== undefined;
}
