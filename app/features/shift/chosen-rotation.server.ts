/** The diagram and the crew or personal position (start of the own cycle) that a user has chosen: columns of `users`. */
import { db } from "~/lib/database/db.server";
import { type RotationChange, recordRotation, type StoredRotation } from "./history/rotation-history.server";

export interface ChosenRotation extends StoredRotation {
	/** The diagram's anchor when the user said whether the shifts of the own crew are right; null if the user has not. */
	answeredAnchor: string | null;
}

type Reader = Pick<typeof db, "selectFrom">;

/** What a user has chosen; undefined for a deleted account. */
export function findChosenRotation(userId: string, trx: Reader = db): Promise<ChosenRotation | undefined> {
	return trx
		.selectFrom("users")
		.select(["diagram", "crew", "cycle_start as cycleStart", "answered_anchor as answeredAnchor"])
		.where("id", "=", userId)
		.executeTakeFirst();
}

type NewRotation = StoredRotation & Pick<RotationChange, "isCorrection"> & { answeredAnchor?: string | null };

/**
 * Sets a user's diagram with a crew, or with a personal position (a date on which the user's own cycle starts).
 * @param isCorrection whether the new choice also applies to past days
 * @param answeredAnchor the diagram's anchor, if the user confirmed the crew by its shifts
 */
export async function updateRotation(
	userId: string,
	{ diagram, crew, cycleStart, isCorrection, answeredAnchor = null }: NewRotation,
	now = Date.now(),
): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const before = await findChosenRotation(userId, trx);
		if (!before) return;
		await trx
			.updateTable("users")
			.set({ diagram, crew, cycle_start: cycleStart, answered_anchor: answeredAnchor, updated_at: now })
			.where("id", "=", userId)
			.execute();
		await recordRotation(trx, userId, { before, after: { diagram, crew, cycleStart }, isCorrection }, now);
	});
}

/** Stores that a user has said whether the shifts of the own crew are right, while the diagram's anchor is `anchor`. */
export async function answerAnchor(userId: string, anchor: string): Promise<void> {
	await db.updateTable("users").set({ answered_anchor: anchor }).where("id", "=", userId).execute();
}
