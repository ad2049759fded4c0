import { db } from "~/lib/db.server";

/** The operator's own picture of a period, if one was imported. */
export async function findOwnPicture(diagramId: string, period: string) {
	return db
		.selectFrom("diagram_pictures")
		.select(["file", "hash", "width", "height"])
		.where("diagram_id", "=", diagramId)
		.where("period", "=", period)
		.executeTakeFirst();
}

/** The operator's own pictures of a year: at most fourteen. */
export async function listOwnPictures(diagramId: string, year: number) {
	return db
		.selectFrom("diagram_pictures")
		.select(["period", "file", "hash", "width", "height"])
		.where("diagram_id", "=", diagramId)
		.where("period", ">=", `${year}-`)
		.where("period", "<", `${year + 1}-`)
		.execute();
}
