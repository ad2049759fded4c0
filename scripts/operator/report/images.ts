import type SQLite from "better-sqlite3";
import { env } from "~/lib/env.server";
import { imageFiles, photoFile } from "~/lib/images/image-files";
import { type Size, sizesBelow } from "./sizes";

type Kind = "documents" | "profiles" | "pictures" | "unnamed" | "replaced";

/**
 * Returns the number and size of the files in the uploads folder, in total and by kind: photos of documents, profile
 * photos, pictures imported by the operator, and files without a row (`unnamed`). The total does not include images
 * that a restore has moved to a folder of replaced images (`replaced`).
 * @param seen this set receives the inodes of the counted files
 */
export function sizeOfImages(sqlite: SQLite.Database, seen: Set<string>): Size & Record<Kind, Size> {
	const kinds = new Map<string, Kind>();
	const add = (kind: Kind, query: string, filesOf: (value: string) => string[]) => {
		for (const value of sqlite.prepare<[], string>(query).pluck().iterate())
			for (const file of filesOf(value)) kinds.set(file, kind);
	};
	add("documents", "SELECT id FROM document_images", imageFiles);
	add("profiles", "SELECT photo FROM users WHERE photo IS NOT NULL", (photo) => [photoFile(photo)]);
	add("pictures", "SELECT file FROM diagram_pictures", (file) => [file]);
	const found = sizesBelow(env.UPLOADS_DIR, seen, (name, folder) =>
		folder === env.UPLOADS_DIR ? (kinds.get(name) ?? "unnamed") : "replaced",
	);
	const sizeOf = (kind: Kind) => found.get(kind) ?? { files: 0, bytes: 0 };
	const replaced = sizeOf("replaced");
	found.delete("replaced");
	const all = Array.from(found.values());
	return {
		files: all.reduce((sum, { files }) => sum + files, 0),
		bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
		documents: sizeOf("documents"),
		profiles: sizeOf("profiles"),
		pictures: sizeOf("pictures"),
		unnamed: sizeOf("unnamed"),
		replaced,
	};
}
