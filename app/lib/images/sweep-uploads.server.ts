/**
 * Order in the uploads folder: files that no database row names are put aside, and erased two weeks later. A database
 * that does not know the folder, such as an empty one or that of another installation, must never cost a photo.
 */
import { opendir, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { makeFolder } from "~/lib/files/make-folder.server";
import { operatorCommand, restoreWords } from "~/lib/files/operator-command.server";
import { tryEach } from "~/lib/in-steps.server";
import { logEvent } from "~/lib/log.server";
import { DAY_MS, HOUR_MS } from "~/lib/units/durations";
import { imageFiles, photoFile } from "./image-files";
import { isTooMuch, leftoversOf, listLeftovers } from "./leftovers.server";
import { UPLOAD_NAME } from "./upload-name";

/** Unfinished files: uploads, and images that a killed restore or `npm run data -- mend` was writing. */
const TEMPORARY = /\.webp\.(tmp|new)$/;

/** Age in ms from which a file without a row counts as left by a crash: rows are written within seconds. */
const LEFTOVER_MS = HOUR_MS;

/** Time for which a day's leftovers are kept, from the end of the day: as long as backups, in which they are too. */
const KEPT_MS = 14 * DAY_MS;

const BATCH_FILES = 500;

interface Sweep {
	/** Why nothing was touched: a sentence in Spanish for the operator, with paths. */
	refusal?: string;
	/** Number of files that were put aside, or removed because they were unfinished. */
	removed: number;
	/** Number of files put aside earlier that a row names again. */
	broughtBack: number;
}

let isForeign = false;

/** Whether the last sweep found that the database does not name most of the images in the uploads folder. */
export function areUploadsForeign(): boolean {
	return isForeign;
}

/** Sweeps as the server does at its start and every hour: the outcome goes to the log. */
export async function sweepAndLog(): Promise<void> {
	const { refusal, removed, broughtBack } = await sweepUploads();
	if (refusal) logEvent("uploads_foreign", { level: "error", reason: refusal });
	if (removed + broughtBack > 0) logEvent("uploads_swept", { files: removed, broughtBack });
}

/**
 * Puts image files aside that are older than an hour and that no database row names, removes unfinished files, and
 * erases what was put aside more than fourteen days ago. Brings back what a row names again. Touches nothing if the
 * database does not know most of the images.
 */
export async function sweepUploads(now = Date.now()): Promise<Sweep> {
	const broughtBack = await bringBackNamed();
	const { files, unnamed, unfinished } = await lookThrough(now);
	isForeign = isTooMuch(unnamed.length, files);
	if (isForeign) return { refusal: refusalFor(unnamed.length, files), removed: 0, broughtBack };
	const work = [
		() => putAside(unnamed, now),
		...unfinished.map((name) => () => rm(join(env.UPLOADS_DIR, name), { force: true })),
		...(await listLeftovers()).map((day) => () => eraseIfOld(day, now)),
	];
	await tryEach(work, (each) => each());
	return { removed: unnamed.length + unfinished.length, broughtBack };
}

function refusalFor(unnamed: number, files: number): string {
	return `De ${files} imágenes de ${env.UPLOADS_DIR}, la base ${env.DATABASE_PATH} no nombra ${unnamed}: parece la base de otra instalación. No se borró ninguna. Revisá DATABASE_PATH y UPLOADS_DIR; si están bien, volvé a la base de estas imágenes: ${operatorCommand(restoreWords(env.BACKUPS_DIR, "--replace"))}`;
}

async function lookThrough(now: number) {
	const found = { files: 0, unnamed: [] as string[], unfinished: [] as string[] };
	for await (const names of batchesOf(env.UPLOADS_DIR)) {
		const images = names.filter((name) => UPLOAD_NAME.test(name));
		const named = await namesInRows(images);
		found.files += images.length;
		for (const name of images) if (!named.has(name) && (await isOld(name, now))) found.unnamed.push(name);
		for (const name of names)
			if (TEMPORARY.test(name) && (await isOld(name, now))) found.unfinished.push(name);
	}
	return found;
}

/** Yields the file names of a folder in batches; nothing if the folder does not exist. */
async function* batchesOf(path: string): AsyncGenerator<string[]> {
	const folder = await opendir(path).catch(() => undefined);
	let batch: string[] = [];
	for await (const { name } of folder ?? []) {
		batch.push(name);
		if (batch.length < BATCH_FILES) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}

async function isOld(name: string, now: number): Promise<boolean> {
	// The file may have been removed meanwhile.
	const file = await stat(join(env.UPLOADS_DIR, name)).catch(() => undefined);
	return file?.isFile() === true && now - file.mtimeMs > LEFTOVER_MS;
}

async function putAside(names: readonly string[], now: number): Promise<void> {
	if (names.length === 0) return;
	const day = leftoversOf(now);
	makeFolder(day);
	for (const name of names)
		await rename(join(env.UPLOADS_DIR, name), join(day, name)).catch((error: unknown) => {
			// The file may have been removed meanwhile.
			if (codeOf(error) !== "ENOENT") throw error;
		});
}

async function bringBackNamed(): Promise<number> {
	const back: string[] = [];
	for (const day of await listLeftovers())
		for await (const names of batchesOf(day)) {
			const named = await namesInRows(names);
			back.push(...names.filter((name) => named.has(name)).map((name) => join(day, name)));
		}
	await tryEach(back, (path) => rename(path, join(env.UPLOADS_DIR, basename(path))));
	return back.length;
}

async function eraseIfOld(day: string, now: number): Promise<void> {
	if (now > Date.parse(basename(day)) + DAY_MS + KEPT_MS) await rm(day, { recursive: true });
	// Succeeds only if everything was brought back.
	else await rmdir(day).catch(() => {});
}

/**
 * Looks up the database rows to which the files in `names` belong. Returns the names of all files of these rows. Read
 * every table with images here, because `sweepUploads` puts all other images aside.
 */
async function namesInRows(names: readonly string[]): Promise<ReadonlySet<string>> {
	const ids = names.map((name) => name.slice(0, 36));
	const photos = await db.selectFrom("users").select("photo").where("photo", "in", ids).execute();
	const pictures = await db
		.selectFrom("diagram_pictures")
		.select("file")
		.where("file", "in", names)
		.execute();
	const images = await db.selectFrom("document_images").select("id").where("id", "in", ids).execute();
	return new Set([
		...photos.flatMap(({ photo }) => photo ?? []).map(photoFile),
		...pictures.map(({ file }) => file),
		...images.flatMap(({ id }) => imageFiles(id)),
	]);
}
