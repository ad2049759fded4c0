/** Pictures that an operator has imported to replace computed pictures. The files are in the uploads folder. */
import { randomUUID } from "node:crypto";
import type { DiagramPicturesTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { withUploads } from "~/lib/images/uploads.server";

/** Maximum number of pictures that one query reads. The eleven diagrams have 154 pictures a year: months and half years. */
const MAX_PICTURES = 5000;

/** `file` is in the uploads folder, `hash`, of its content, in its URL. */
export type OwnPicture = Pick<DiagramPicturesTable, "file" | "hash" | "width" | "height">;

/**
 * Finds the imported pictures of a diagram, by their periods.
 * @param periods months (`2027-01` is January) or halves of a year (`2027-1` is January to June)
 */
export async function findOwnPictures(
	diagramId: string,
	periods: readonly string[],
): Promise<Map<string, OwnPicture>> {
	const pictures = await db
		.selectFrom("diagram_pictures")
		.select(["period", "file", "hash", "width", "height"])
		.where("diagram_id", "=", diagramId)
		.where("period", "in", periods)
		.execute();
	return new Map(pictures.map((picture) => [picture.period, picture]));
}

/** All imported pictures, of every shift diagram and year. */
export async function listAllOwnPictures(): Promise<(OwnPicture & { diagramId: string; period: string })[]> {
	return db
		.selectFrom("diagram_pictures")
		.select(["diagram_id as diagramId", "period", "file", "hash", "width", "height"])
		.orderBy("diagram_id")
		.orderBy("period")
		.limit(MAX_PICTURES)
		.execute();
}

/**
 * Saves an imported picture of a shift diagram.
 * @param period a month (`2027-01`) or half a year (`2027-1`)
 * @returns whether the new picture replaced another picture
 */
export function saveOwnPicture(
	diagramId: string,
	period: string,
	{ content, hash, width, height }: Omit<OwnPicture, "file"> & { content: Uint8Array },
): Promise<boolean> {
	const file = `${randomUUID()}.webp`;
	return withUploads([{ name: file, content }], async (trx, discard) => {
		const replaced = await trx
			.selectFrom("diagram_pictures")
			.select("file")
			.where("diagram_id", "=", diagramId)
			.where("period", "=", period)
			.executeTakeFirst();
		await trx
			.insertInto("diagram_pictures")
			.values({ diagram_id: diagramId, period, file, hash, width, height })
			.onConflict((conflict) =>
				conflict.columns(["diagram_id", "period"]).doUpdateSet({ file, hash, width, height }),
			)
			.execute();
		if (replaced) discard(replaced.file);
		return replaced !== undefined;
	});
}

/**
 * Deletes an imported picture's row, so that pages show the computed picture again.
 * @returns the file to remove; undefined when no picture of this diagram and period was imported
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
