import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import { codeOf } from "~/lib/files/error-code";
import { imageFiles } from "~/lib/images/image-files";
import { isTooMuch } from "~/lib/images/leftovers.server";
import type { OnProgress } from "~/lib/progress";
import { listMigrations, SchemaError, schemaProblem, schemaVersion } from "../migrating/migrations";
import { sizeOf } from "../report/sizes";
import { readableHash } from "./file-hash";
import { hasTable, imageHashesIn, imagesNamedIn } from "./named-images";

/** Maximum number of report lines per kind of problem. */
const MAX_LINES = 20;

export interface DataCheck {
	/** Problems found, one line in Spanish each. */
	problems: string[];
	/** Number of applied migrations. A backup made before an update lacks the newer migrations. */
	schema: number;
	people: number;
	documents: number;
	extras: number;
	/** Number of image files that database rows refer to. */
	images: number;
	/** Number of image files that no row refers to: files that are just being saved, or that a crash has left. */
	unnamed: number;
	/** Names of the images that are missing or damaged. */
	wrongImages: string[];
}

/**
 * Checks the database and whether all image files exist and are undamaged. Only reads, and blocks no running server.
 * @param sqlite open database of the server or of a backup
 * @param folder folder that contains the image files
 * @param hashes SHA-256 by name of images that have none in the database
 */
export function checkData(
	sqlite: SQLite.Database,
	folder: string,
	hashes: ReadonlyMap<string, string> = new Map(),
	onProgress?: OnProgress,
): DataCheck {
	const none = { schema: 0, people: 0, documents: 0, extras: 0, images: 0, unnamed: 0 };
	const found: DataCheck = { ...none, problems: [], wrongImages: [] };
	try {
		found.problems.push(...damageOf(sqlite));
		// Checks no images if the database is damaged, because its rows do not reliably name the image files.
		if (found.problems.length > 0) return found;
		found.schema = schemaVersion(sqlite);
		found.problems.push(...wrongSchema(sqlite));
		Object.assign(found, countRows(sqlite));
		const named = imagesNamedIn(sqlite);
		found.images = named.size;
		const wrong = wrongFiles(sqlite, folder, hashes, named, onProgress);
		found.wrongImages = wrong.map(({ name }) => name);
		found.problems.push(...describe(wrong));
		const { files, unnamed } = countUnnamed(folder, named);
		found.unnamed = unnamed;
		if (isTooMuch(unnamed, files)) {
			found.problems.push(
				`De ${files} imágenes de ${folder}, la base no nombra ${unnamed}: parece la base de otra instalación.`,
			);
		}
	} catch (error) {
		// A folder of images that cannot be read says nothing about the database.
		if (error instanceof SchemaError || !(error instanceof Error) || "syscall" in error) throw error;
		found.problems.push(`La base de datos no se puede leer (${codeOf(error) ?? error.name}).`);
	}
	return found;
}

/** Counts users, documents and overtime entries; 0 for a table that an older schema lacks. */
export function countRows(sqlite: SQLite.Database): Pick<DataCheck, "people" | "documents" | "extras"> {
	const count = (table: string) =>
		hasTable(sqlite, table) ? numberOf(sqlite, `SELECT count(*) FROM ${table}`) : 0;
	return { people: count("users"), documents: count("documents"), extras: count("extras") };
}

/**
 * Checks the integrity of the database file and its references.
 * @returns one line in Spanish for each problem
 */
export function damageOf(sqlite: SQLite.Database): string[] {
	const lines = sqlite.prepare<[], string>(`PRAGMA integrity_check(${MAX_LINES})`).pluck().all();
	const damage = lines.filter((line) => line !== "ok").map((line) => line.replaceAll("\n", " "));
	if (damage.length > 0) return damage.map((line) => `La base de datos está dañada (${line}).`);
	return brokenReferences(sqlite);
}

function wrongSchema(sqlite: SQLite.Database): string[] {
	if (schemaVersion(sqlite) === 0) return ["No es una base de datos de Relevo."];
	const problem = schemaProblem(sqlite, listMigrations());
	return problem ? [`La base de datos ${problem}.`] : [];
}

function brokenReferences(sqlite: SQLite.Database): string[] {
	const tables = sqlite
		.prepare<[], { name: string; rows: number }>(
			'SELECT "table" AS name, count(*) AS rows FROM pragma_foreign_key_check GROUP BY 1',
		)
		.all();
	return tables.map(({ name, rows }) => `Filas de ${name} que nombran otra que no existe: ${rows}.`);
}

/** By kind of wrong file, the line about one, and the beginning of the line about all of them. */
const wrongTexts = {
	missing: [(name: string) => `Falta la imagen ${name}.`, "Imágenes que faltan"],
	cut: [(name: string) => `La imagen ${name} no pesa lo que tendría que pesar.`, "Imágenes de otro peso"],
	damaged: [(name: string) => `La imagen ${name} está dañada.`, "Imágenes dañadas"],
	unreadable: [
		(name: string) => `La imagen ${name} no se puede leer: revisá el disco y su dueño.`,
		"Imágenes ilegibles",
	],
} as const;

interface WrongFile {
	name: string;
	kind: keyof typeof wrongTexts;
}

function wrongFiles(
	sqlite: SQLite.Database,
	folder: string,
	hashes: ReadonlyMap<string, string>,
	named: ReadonlySet<string>,
	onProgress?: OnProgress,
): WrongFile[] {
	const wanted = new Map([...hashes, ...imageHashesIn(sqlite)]);
	const cut = new Set(cutFiles(sqlite, folder));
	const found: WrongFile[] = [];
	let done = 0;
	for (const name of named) {
		onProgress?.(done++, named.size);
		if (sizeOf(join(folder, name)) === 0) found.push({ name, kind: "missing" });
		else if (cut.has(name)) found.push({ name, kind: "cut" });
		else found.push(...readingFinds(name, folder, wanted.get(name)));
	}
	// Rereads the rows: a running server may have deleted an image and its row since `named` was read.
	const still = found.length > 0 ? imagesNamedIn(sqlite) : named;
	return found.filter(({ name }) => still.has(name));
}

function readingFinds(name: string, folder: string, wanted: string | undefined): WrongFile[] {
	const hash = readableHash(join(folder, name));
	if (hash === undefined) return [{ name, kind: "unreadable" }];
	return wanted === undefined || hash === wanted ? [] : [{ name, kind: "damaged" }];
}

function describe(wrong: readonly WrongFile[]): string[] {
	return Object.entries(wrongTexts).flatMap(([kind, [line, total]]) => {
		const names = wrong.filter((file) => file.kind === kind).map(({ name }) => name);
		const isCut = names.length > MAX_LINES;
		return [
			...names.slice(0, MAX_LINES).map(line),
			...(isCut ? [`${total} en total: ${names.length}.`] : []),
		];
	});
}

/**
 * Returns the names of the large files of damaged photos: the sizes of a photo's large and small file must add up to
 * `bytes` in the row. Skips photos with a missing file.
 */
function cutFiles(sqlite: SQLite.Database, folder: string): string[] {
	if (!hasTable(sqlite, "document_images")) return [];
	const rows = sqlite.prepare<[], { id: string; bytes: number }>("SELECT id, bytes FROM document_images");
	const wrong: string[] = [];
	for (const { id, bytes } of rows.iterate()) {
		const sizes = imageFiles(id).map((name) => sizeOf(join(folder, name)));
		const total = sizes.reduce((sum, size) => sum + size, 0);
		if (!sizes.includes(0) && total !== bytes) wrong.push(...imageFiles(id).slice(0, 1));
	}
	return wrong;
}

function countUnnamed(folder: string, named: ReadonlySet<string>): { files: number; unnamed: number } {
	const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
	const files = isThere ? readdirSync(folder).filter((name) => name.endsWith(".webp")) : [];
	return { files: files.length, unnamed: files.filter((name) => !named.has(name)).length };
}

function numberOf(sqlite: SQLite.Database, query: string): number {
	return sqlite.prepare<[], number>(query).pluck().get() ?? 0;
}
