/** Pictures that an operator imported in place of the computed ones: their rows, and their files in the uploads folder. */
import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { db } from "~/lib/db.server";
import { env } from "~/lib/env.server";

/** Shown as it is: the hash is part of its address. */
export interface OwnPicture {
	/** Name in the uploads folder. */
	file: string;
	hash: string;
	width: number;
	height: number;
}

/** The operator's own picture of a period (`2027-01`, `2027-1`), if one was imported. */
export async function findOwnPicture(diagramId: string, period: string): Promise<OwnPicture | undefined> {
	return db
		.selectFrom("diagram_pictures")
		.select(["file", "hash", "width", "height"])
		.where("diagram_id", "=", diagramId)
		.where("period", "=", period)
		.executeTakeFirst();
}

/** The operator's own pictures of a year: at most fourteen. */
export async function listOwnPictures(
	diagramId: string,
	year: number,
): Promise<(OwnPicture & { period: string })[]> {
	return db
		.selectFrom("diagram_pictures")
		.select(["period", "file", "hash", "width", "height"])
		.where("diagram_id", "=", diagramId)
		.where("period", ">=", `${year}-`)
		.where("period", "<", `${year + 1}-`)
		.orderBy("period")
		.limit(PERIODS_A_YEAR)
		.execute();
}

/** Every own picture, of all diagrams and years. */
export async function listAllOwnPictures(): Promise<(OwnPicture & { diagramId: string; period: string })[]> {
	return db
		.selectFrom("diagram_pictures")
		.select(["diagram_id as diagramId", "period", "file", "hash", "width", "height"])
		.orderBy("diagram_id")
		.orderBy("period")
		.limit(MOST_PICTURES)
		.execute();
}

/**
 * Puts a picture, whose file is already written, in place of the computed one.
 * @returns the name of the file that the replaced row had: the caller removes it, now that no row names it
 */
export async function saveOwnPicture(
	diagramId: string,
	period: string,
	picture: OwnPicture,
): Promise<string | undefined> {
	return db.transaction().execute(async (trx) => {
		const replaced = await trx
			.selectFrom("diagram_pictures")
			.select("file")
			.where("diagram_id", "=", diagramId)
			.where("period", "=", period)
			.executeTakeFirst();
		const { file, hash, width, height } = picture;
		await trx
			.insertInto("diagram_pictures")
			.values({ diagram_id: diagramId, period, file, hash, width, height })
			.onConflict((conflict) =>
				conflict.columns(["diagram_id", "period"]).doUpdateSet({ file, hash, width, height }),
			)
			.execute();
		return replaced?.file;
	});
}

/**
 * Takes a picture away, so that the computed one is shown again.
 * @returns the name of its file, which the caller removes, or undefined when there was no such picture
 */
export async function deleteOwnPicture(diagramId: string, period: string): Promise<string | undefined> {
	const deleted = await db
		.deleteFrom("diagram_pictures")
		.where("diagram_id", "=", diagramId)
		.where("period", "=", period)
		.returning("file")
		.executeTakeFirst();
	return deleted?.file;
}

/**
 * Writes a picture's file whole or not at all, and on the disk when this returns.
 * @returns its random name
 */
export function writePictureFile(content: Uint8Array): string {
	mkdirSync(env.UPLOADS_DIR, { recursive: true });
	const name = `${randomUUID()}.webp`;
	const temporary = join(env.UPLOADS_DIR, `${name}.tmp`);
	try {
		writeFileSync(temporary, content, { flag: "wx", flush: true });
		renameSync(temporary, join(env.UPLOADS_DIR, name));
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
	syncFolder(env.UPLOADS_DIR);
	return name;
}

/** Removes a picture's file, if it is there. */
export function removePictureFile(name: string): void {
	rmSync(pictureFilePath(name), { force: true });
}

/** @throws Error for a name that `writePictureFile` did not give: such a name is never part of a path */
export function pictureFilePath(name: string): string {
	if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.webp$/.test(name))
		throw new Error("Not a picture's name");
	return join(env.UPLOADS_DIR, name);
}

/** Twelve months and two halves. */
const PERIODS_A_YEAR = 14;
/** More than the eleven diagrams can have in the shown years. */
const MOST_PICTURES = 5000;

/** The new name itself survives a power cut only when its folder is on the disk too. Windows has no such call. */
function syncFolder(folder: string): void {
	if (process.platform === "win32") return;
	const descriptor = openSync(folder, "r");
	try {
		fsyncSync(descriptor);
	} finally {
		closeSync(descriptor);
	}
}
