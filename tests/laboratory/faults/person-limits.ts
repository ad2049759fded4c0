/** Checks the limits on one person's documents and photos while many documents arrive in parallel. */
import { randomUUID } from "node:crypto";
import type SQLite from "better-sqlite3";
import { addPeople, inDatabase, type Person, type Site } from "../servers/site";
import { ADD_ADDRESS, documentForm } from "../visitors/document-requests";
import { expectStatuses, PARALLEL_FORMS, type ParallelRun, sendInParallel } from "../visitors/parallel-forms";

/** Limits of a verified user, as in app/features/documents. */
export const MAX_DOCUMENTS = 300;
export const MAX_PHOTOS_OF_PERSON = 1500;
const MAX_BYTES = 500 * 1_048_576;
/** Number of documents that a person can still add when the check of a limit begins. */
export const REMAINING = 7;

/** Checks that the server saves exactly as many documents as each limit allows. */
export async function reachLimits(run: ParallelRun): Promise<void> {
	for (const limit of limits) await reachLimit(run, limit);
}

interface Limit {
	what: string;
	/**
	 * Number of documents and photos, and bytes per photo, that the person has at first: `REMAINING` more documents fit.
	 * `bytesOfPhoto`: size in bytes of a stored photo.
	 */
	rows: (bytesOfPhoto: number) => { documents: number; photos: number; bytes: number };
	/** Number of photos in each document that the test sends. */
	photos: number;
}

const limits: readonly Limit[] = [
	{
		what: "documentos",
		rows: () => ({ documents: MAX_DOCUMENTS - REMAINING, photos: 0, bytes: 0 }),
		photos: 0,
	},
	{
		what: "fotos",
		rows: () => ({ documents: 0, photos: MAX_PHOTOS_OF_PERSON - REMAINING, bytes: 1 }),
		photos: 1,
	},
	{
		what: "bytes",
		rows: (bytesOfPhoto) => ({ documents: 0, photos: 1, bytes: MAX_BYTES - REMAINING * bytesOfPhoto }),
		photos: 1,
	},
];

/** Sends more documents in parallel than a limit allows. */
async function reachLimit({ site, port, photos, result }: ParallelRun, limit: Limit): Promise<void> {
	const [person, first] = addPeople(site.databasePath, 2);
	if (!person || !first) throw new Error("no person was added");
	const sent = photos.slice(0, limit.photos).map(({ file }) => file);
	// Another person sends the photos first, to measure how many bytes the server stores for them.
	await sendInParallel(1, first, port, (browser) =>
		browser.post(ADD_ADDRESS, documentForm(randomUUID(), sent)),
	);
	const bytesOf = (file: SQLite.Database) =>
		file
			.prepare<[string], number>("SELECT coalesce(sum(bytes), 0) FROM document_images WHERE user_id = ?")
			.pluck()
			.get(first.id) ?? 0;
	const rows = limit.rows(inDatabase(site.databasePath, bytesOf));
	const remove = addRows(site, person, rows);
	const replies = await sendInParallel(PARALLEL_FORMS, person, port, (browser) =>
		browser.post(ADD_ADDRESS, documentForm(randomUUID(), sent)),
	);
	expectStatuses(result, replies, [303, 400, 409]);
	remove();
	const confirmed = replies.filter((reply) => reply?.status === 303).length;
	const storedCount = inDatabase(site.databasePath, (file) =>
		file.prepare("SELECT count(*) FROM documents WHERE user_id = ?").pluck().get(person.id),
	);
	if (confirmed !== REMAINING || storedCount !== REMAINING)
		result.brokenLimits.push(`${limit.what}: ${confirmed} confirmados, ${storedCount} quedaron`);
}

/**
 * Adds rows of documents and photos, without photo files.
 * @returns a function that removes these rows
 */
function addRows(
	site: Site,
	{ id }: Person,
	{ documents, photos, bytes }: ReturnType<Limit["rows"]>,
): () => void {
	const idFile = randomUUID();
	inDatabase(site.databasePath, (file) => {
		const addDocument = file.prepare(
			"INSERT INTO documents (user_id, id_file, title, description, created_at) VALUES (?, ?, 'Carné', 'Viejo', 1)",
		);
		for (let index = 0; index < documents; index++) addDocument.run(id, randomUUID());
		const addPhoto = file.prepare(
			"INSERT INTO document_images (id, user_id, id_file, sha256, width, height, bytes, created_at, position) VALUES (?, ?, ?, ?, 1, 1, ?, ?, 0)",
		);
		for (let index = 0; index < photos; index++)
			addPhoto.run(randomUUID(), id, idFile, randomUUID().padEnd(64), bytes, Date.now());
	});
	return () =>
		inDatabase(site.databasePath, (file) => {
			file.prepare("DELETE FROM documents WHERE user_id = ? AND created_at = 1").run(id);
			file.prepare("DELETE FROM document_images WHERE id_file = ?").run(idFile);
		});
}
