import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type SQLite from "better-sqlite3";
import { imageFiles } from "~/features/documents/photos/image-address";
import { listMigrations, SchemaError, schemaVersion } from "~/lib/database/migrations.server";
import { hasTable, imagesNamedIn } from "./named-images.server";

const MIGRATIONS = "db/migrations";
/** Lines of one kind: a file that is broken everywhere would give thousands. */
const MOST_LINES = 20;

/** What a look at all data has found. */
export interface DataCheck {
	/** What is wrong, a line in Spanish each; none when all is well. */
	problems: string[];
	/** How many migrations the database has; fewer than the program's are no problem, the next start runs them. */
	schema: number;
	people: number;
	documents: number;
	extras: number;
	/** Files that rows name. */
	images: number;
	/** Files of ours that no row names: being saved just now, or left from a crash and swept after an hour. */
	unnamed: number;
}

/**
 * Looks at a whole database and its images: the file itself and its indexes (that of the search too), references,
 * schema, every row's files, whole. Only reads; beside a running server it takes no lock that anybody waits for.
 * @param sqlite the database, open; also that of a backup
 * @param folder where its images are
 */
export function checkData(sqlite: SQLite.Database, folder: string): DataCheck {
	const found: DataCheck = {
		problems: [],
		schema: 0,
		people: 0,
		documents: 0,
		extras: 0,
		images: 0,
		unnamed: 0,
	};
	try {
		found.problems.push(...damageOf(sqlite));
		// What stands in a damaged file says nothing about the images.
		if (found.problems.length > 0) return found;
		found.schema = schemaVersion(sqlite);
		found.problems.push(...wrongSchema(found.schema));
		Object.assign(found, countRows(sqlite));
		const named = imagesNamedIn(sqlite);
		found.images = named.size;
		found.problems.push(...wrongFiles(sqlite, folder, named));
		found.unnamed = countUnnamed(folder, named);
	} catch (error) {
		if (error instanceof SchemaError || !(error instanceof Error)) throw error;
		const code = "code" in error ? String(error.code) : error.name;
		found.problems.push(`La base de datos no se puede leer (${code}).`);
	}
	return found;
}

/** How many there are of each, in a database that may be of an older program. */
export function countRows(sqlite: SQLite.Database): Pick<DataCheck, "people" | "documents" | "extras"> {
	const count = (table: string) =>
		hasTable(sqlite, table) ? numberOf(sqlite, `SELECT count(*) FROM ${table}`) : 0;
	return { people: count("users"), documents: count("documents"), extras: count("extras") };
}

/**
 * What is wrong within the database, a line in Spanish each: the file (since 3.44 SQLite's own check looks into the search
 * index as well), references, and whether the index is that of the documents. Only reads.
 */
export function damageOf(sqlite: SQLite.Database): string[] {
	const lines = sqlite.prepare<[], string>(`PRAGMA integrity_check(${MOST_LINES})`).pluck().all();
	const damage = lines.filter((line) => line !== "ok").map((line) => line.replaceAll("\n", " "));
	if (damage.length > 0) return damage.map((line) => `La base de datos está dañada (${line}).`);
	return [...brokenReferences(sqlite), ...wrongSearch(sqlite)];
}

function wrongSchema(version: number): string[] {
	const ours = listMigrations(MIGRATIONS).length;
	if (version === 0) return ["No es una base de datos de Relevo."];
	return version > ours
		? [`La base de datos es de una versión más nueva (${version}) que este programa (${ours}).`]
		: [];
}

function brokenReferences(sqlite: SQLite.Database): string[] {
	const tables = sqlite
		.prepare<[], { name: string; rows: number }>(
			'SELECT "table" AS name, count(*) AS rows FROM pragma_foreign_key_check GROUP BY 1',
		)
		.all();
	return tables.map(({ name, rows }) => `Filas de ${name} que nombran otra que no existe: ${rows}.`);
}

/** The check of the file compares the index with itself, not with the documents. */
function wrongSearch(sqlite: SQLite.Database): string[] {
	if (!hasTable(sqlite, "documents_search_docsize")) return [];
	const rows = numberOf(
		sqlite,
		`SELECT (SELECT count(*) FROM documents WHERE id NOT IN (SELECT id FROM documents_search_docsize))
		+ (SELECT count(*) FROM documents_search_docsize WHERE id NOT IN (SELECT id FROM documents))`,
	);
	return rows > 0 ? [`El índice de la búsqueda no coincide con los documentos: ${rows}.`] : [];
}

function wrongFiles(sqlite: SQLite.Database, folder: string, named: ReadonlySet<string>): string[] {
	const missing = Array.from(named).filter((name) => sizeOf(folder, name) === 0);
	const short = cutFiles(sqlite, folder);
	if (missing.length + short.length === 0) return [];
	// Beside a running server some may have been deleted since their rows were read, file and row.
	const still = imagesNamedIn(sqlite);
	const stillMissing = missing.filter((name) => still.has(name));
	const stillShort = short.filter((name) => still.has(name));
	return [
		...stillMissing.slice(0, MOST_LINES).map((name) => `Falta la imagen ${name}.`),
		...(stillMissing.length > MOST_LINES ? [`Imágenes que faltan en total: ${stillMissing.length}.`] : []),
		...stillShort.slice(0, MOST_LINES).map((name) => `La imagen ${name} no pesa lo que tendría que pesar.`),
		...(stillShort.length > MOST_LINES ? [`Imágenes de otro peso en total: ${stillShort.length}.`] : []),
	];
}

/** The large files of photos that do not weigh, with the small one, what their rows say. */
function cutFiles(sqlite: SQLite.Database, folder: string): string[] {
	if (!hasTable(sqlite, "document_images")) return [];
	const rows = sqlite.prepare<[], { id: string; bytes: number }>("SELECT id, bytes FROM document_images");
	const wrong: string[] = [];
	for (const { id, bytes } of rows.iterate()) {
		const sizes = imageFiles(id).map((name) => sizeOf(folder, name));
		const total = sizes.reduce((sum, size) => sum + size, 0);
		if (!sizes.includes(0) && total !== bytes) wrong.push(...imageFiles(id).slice(0, 1));
	}
	return wrong;
}

/** In bytes; 0 for a file that is not there. */
function sizeOf(folder: string, name: string): number {
	return statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
}

function countUnnamed(folder: string, named: ReadonlySet<string>): number {
	const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
	const files = isThere ? readdirSync(folder) : [];
	return files.filter((name) => name.endsWith(".webp") && !named.has(name)).length;
}

function numberOf(sqlite: SQLite.Database, query: string): number {
	return sqlite.prepare<[], number>(query).pluck().get() ?? 0;
}
