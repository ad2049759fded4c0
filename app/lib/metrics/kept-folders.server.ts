/** Whether the folders of the data can be written, which their permissions alone do not tell. */
import { access, constants, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { db, sql } from "~/lib/database/db.server";
import { inTime, isDiskFull, requireRoomForMore } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { operatorCommand, shellWord } from "~/lib/files/operator-command.server";
import { imageFile, photoFile } from "~/lib/images/image-files";
import { logEvent } from "~/lib/log.server";
import { remembering } from "~/lib/remembering";
import { sharedRun } from "~/lib/shared-run";

/** Number of images that are looked for: the oldest, since an unmounted disk gets new ones. */
const SAMPLE = 10;

/** Code of a disk that does not respond in time. */
const LATE = "ETIMEDOUT";

type Setting = "DATABASE_PATH" | "UPLOADS_DIR" | "BACKUPS_DIR";

export interface KeptFolders {
	/** Settings of the folders that cannot be written, with the error's code and the path. */
	unusable: { setting: Setting; path: string; code: string }[];
	/** Whether nothing new can be stored, because a disk is full. */
	isFull: boolean;
	/** Whether the uploads folder has none of the images that rows name: its disk is probably not mounted. */
	areImagesGone: boolean;
}

/** Writes to each folder, and looks for images. Makes no folder, and waits at most two seconds for each. */
export async function probeFolders(): Promise<KeptFolders> {
	const folders: [Setting, string][] = [
		["DATABASE_PATH", dirname(resolve(env.DATABASE_PATH))],
		["UPLOADS_DIR", resolve(env.UPLOADS_DIR)],
		["BACKUPS_DIR", resolve(env.BACKUPS_DIR)],
	];
	const unusable: KeptFolders["unusable"] = [];
	let isFull = isReserveSpent();
	for (const [setting, path] of folders) {
		const error = await inTime(probeOf(path)(), Object.assign(new Error(), { code: LATE }));
		if (isDiskFull(error) && setting !== "BACKUPS_DIR") isFull = true;
		else if (error !== undefined) unusable.push({ setting, path, code: codeOf(error) ?? "EIO" });
	}
	const responds = !unusable.some(({ setting, code }) => setting === "UPLOADS_DIR" && code === LATE);
	return { unusable, isFull, areImagesGone: responds && (await inTime(areImagesGone(), false)) };
}

/** Logs what is wrong with the folders, at the start and every hour. */
export async function logFolders(): Promise<void> {
	const { unusable, areImagesGone } = await probeFolders();
	for (const { setting, path, code } of unusable)
		logEvent("folder_unusable", { level: "error", setting, path, code, reason: whatHelps(code, path) });
	if (areImagesGone) logEvent("uploads_gone", { level: "error", reason: imagesGone() });
}

/** What the operator can do about a folder that cannot be written, in Spanish. */
export function whatHelps(code: string, path: string): string {
	if (code === "EACCES" || code === "EPERM")
		return `El servidor no puede escribir en ${path}: chown -R ${process.getuid?.() ?? "USUARIO"} ${shellWord(path)}`;
	if (path === resolve(env.DATABASE_PATH))
		return `${path} es la base de datos y no una carpeta: revisá DATABASE_PATH, UPLOADS_DIR y BACKUPS_DIR`;
	if (code === "ENOTDIR" || code === "EEXIST")
		return `${path} no es una carpeta: revisá el ajuste; si está bien, mv ${shellWord(path)} ${shellWord(`${path}.no-es-carpeta`)}`;
	if (code === "ENOENT") return `No existe ${path}: montá su disco, o mkdir -p ${shellWord(path)}`;
	return `No se puede escribir en ${path} (${code}): revisá el disco. Qué ocupa lugar: ${operatorCommand("data -- report")}`;
}

export function imagesGone(): string {
	return `En ${env.UPLOADS_DIR} no está ninguna de las imágenes que la base nombra: ¿está montado su disco? Si se perdieron: ${operatorCommand("data -- mend")}`;
}

/** The function that probes a folder. */
const probeOf = remembering((path: string) => sharedRun(() => writeTo(path)));

/** @returns the error, if a file in the folder cannot be written */
async function writeTo(path: string): Promise<unknown> {
	try {
		const found = await stat(path).catch(() => undefined);
		// A folder that does not exist yet is made when it is first needed.
		if (!found) return await access(dirname(path), constants.W_OK).then(() => undefined);
		// One name for all servers, so that the next check removes what a killed server has left.
		const probe = join(path, ".probe");
		// On a full disk the file is made, and only its content is refused.
		await writeFile(probe, "x").finally(() => rm(probe, { force: true }));
		return undefined;
	} catch (error) {
		return error;
	}
}

function isReserveSpent(): boolean {
	try {
		requireRoomForMore();
		return false;
	} catch {
		return true;
	}
}

async function areImagesGone(): Promise<boolean> {
	const images = await db
		.selectFrom("document_images")
		.select("id")
		.orderBy(sql`rowid`)
		.limit(SAMPLE)
		.execute();
	const photos = await db
		.selectFrom("users")
		.select("photo")
		.where("photo", "is not", null)
		.limit(SAMPLE)
		.execute();
	const names = [
		...images.map(({ id }) => imageFile(id, 1600)),
		...photos.flatMap(({ photo }) => photo ?? []).map(photoFile),
	];
	for (const name of names) if (await stat(join(env.UPLOADS_DIR, name)).catch(() => undefined)) return false;
	return names.length > 0;
}
