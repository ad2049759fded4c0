/** Reads the stored documents, and checks whether database and uploads agree. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { imageFiles } from "~/lib/images/image-files";
import type { DocumentState } from "./document-state";
import { type Photo, sha256Of } from "./photos";

interface ImageRow {
	id: string;
	user_id: string;
	id_file: string;
	document_id: number | null;
	sha256: string;
	bytes: number;
}

export interface StoredDocument {
	userId: string;
	idFile: string;
	state: DocumentState;
	/** Ids of photos by SHA-256. A photo may be stored twice, once published and once pending. */
	photoIds: Map<string, string[]>;
}

export interface StoredData {
	documents: StoredDocument[];
	images: ImageRow[];
	/** Number of deleted documents that can still be restored. The server erases their photos after a minute. */
	deleted: number;
	/** Damage of the database file and its foreign keys. */
	damage: string[];
}

/** Reads the stored data; the server may be running. */
export function readStoredData(databasePath: string): StoredData {
	const file = new SQLite(databasePath, { timeout: 5000 });
	const documents = new Map<string, StoredDocument>();
	const documentOf = (userId: string, idFile: string) => {
		const key = `${userId} ${idFile}`;
		const state = { published: new Set<string>(), pending: new Set<string>() };
		const document = documents.get(key) ?? { userId, idFile, state, photoIds: new Map<string, string[]>() };
		documents.set(key, document);
		return document;
	};
	const rows = file.prepare<[], { user_id: string; id_file: string; title: string; description: string }>(
		"SELECT user_id, id_file, title, description FROM documents",
	);
	for (const { user_id, id_file, title, description } of rows.iterate()) {
		const document = documentOf(user_id, id_file);
		document.state = { ...document.state, texts: { title, description } };
	}
	const images = file
		.prepare<[], ImageRow>("SELECT id, user_id, id_file, document_id, sha256, bytes FROM document_images")
		.all();
	// The photos of a deleted document wait for a minute, in case that it is restored.
	const deleted = new Set(
		file
			.prepare<[], string>("SELECT user_id || ' ' || id FROM deleted_records WHERE kind = 'documents'")
			.pluck()
			.all(),
	);
	for (const { id, user_id, id_file, document_id, sha256 } of images) {
		if (document_id === null && deleted.has(`${user_id} ${id_file}`)) continue;
		const document = documentOf(user_id, id_file);
		const { published, pending } = document.state;
		const place =
			document_id === null
				? { pending: new Set([...pending, sha256]) }
				: { published: new Set([...published, sha256]) };
		document.state = { ...document.state, ...place };
		document.photoIds.set(sha256, [...(document.photoIds.get(sha256) ?? []), id]);
	}
	const damage = damageOf(file);
	file.close();
	return { documents: Array.from(documents.values()), images, deleted: deleted.size, damage };
}

function damageOf(file: SQLite.Database): string[] {
	const integrity = file.pragma("integrity_check", { simple: true });
	const damage = integrity === "ok" ? [] : [`integrity_check: ${integrity}`];
	const references = file.prepare("PRAGMA foreign_key_check").all();
	if (references.length > 0) damage.push(`foreign_key_check: ${JSON.stringify(references)}`);
	return damage;
}

export function checkFiles(
	images: readonly ImageRow[],
	uploads: string,
	photos: readonly Photo[],
): { dangling: string[]; wrong: string[] } {
	const [dangling, wrong]: [string[], string[]] = [[], []];
	for (const { id, sha256, bytes } of images) {
		const paths = imageFiles(id).map((name) => join(uploads, name));
		if (!paths.every((path) => existsSync(path))) {
			dangling.push(id);
			continue;
		}
		const found = paths.map((path) => readFileSync(path));
		const photo = photos.find((photo) => photo.sha256 === sha256);
		const sums = found.map(sha256Of);
		const size = found.reduce((sum, { length }) => sum + length, 0);
		if (sums[0] !== sha256 || sums[1] !== photo?.smallSha256 || bytes !== size) wrong.push(id);
	}
	return { dangling, wrong };
}

/** Finds files without a row, also files that are only partly written. */
export function filesWithoutRow(images: readonly ImageRow[], uploads: string): string[] {
	const named = new Set(images.flatMap(({ id }) => imageFiles(id)));
	// The sweep puts what crashes left into a folder of its own; a running server tries by a file whether it can write.
	for (const name of ["leftovers", ".probe"]) named.add(name);
	const names = existsSync(uploads) ? readdirSync(uploads) : [];
	return names.filter((name) => !named.has(name));
}
