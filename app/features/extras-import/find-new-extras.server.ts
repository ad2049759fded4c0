import { setImmediate } from "node:timers/promises";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { db } from "~/lib/database/db.server";
import { type Comparable, newExtras } from "./new-extras.server";

/** Number of entries to read before other requests can run. */
const READ_STEP = 1000;

/**
 * Finds the rows of an imported file that the user does not have yet, in the order of the file.
 * @returns the rows, and whether the user has at most MAX_EXTRAS entries after the rows are added
 */
export async function findNewExtras<Row extends Comparable>(
	userId: string,
	rows: readonly Row[],
): Promise<{ added: Row[]; hasRoom: boolean }> {
	const present = await readPresent(userId);
	const added = await newExtras(present, rows);
	return { added, hasRoom: present.length + added.length <= MAX_EXTRAS };
}

/** Reads all entries of the user in steps, between which other requests run. */
async function readPresent(userId: string): Promise<Comparable[]> {
	const present: (Comparable & { idFile: string; createdAt: number })[] = [];
	for (let step = READ_STEP; step === READ_STEP; ) {
		let query = db
			.selectFrom("extras")
			.select(["id_file as idFile", "date", "minutes", "shift", "comment", "start_minute as startMinute"])
			.select("created_at as createdAt")
			.where("user_id", "=", userId)
			.orderBy("date")
			.orderBy("created_at")
			.orderBy("id_file")
			.limit(READ_STEP);
		const last = present.at(-1);
		if (last)
			query = query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("date", "created_at", "id_file"), ">", tuple(last.date, last.createdAt, last.idFile)),
			);
		const some = await query.execute();
		present.push(...some);
		step = some.length;
		await setImmediate();
	}
	return present;
}
