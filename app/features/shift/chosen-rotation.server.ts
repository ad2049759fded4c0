/** The diagram and the crew or personal position (start of the own cycle) that a user has chosen: columns of `users`. */
import { findUserById, updateUser } from "~/features/auth/users.server";
import { isOwnCycle } from "~/features/diagrams/own-cycle/own-diagram";
import { db } from "~/lib/database/db.server";
import {
	BEGINNING,
	type DatedStoredRotation,
	isSame,
	listRotationHistory,
	type RotationChange,
	recordRotation,
	type StoredRotation,
} from "./history/rotation-history.server";

/**
 * Returns all of a user's calendars, oldest first. The last calendar is the present one in the profile, and the first
 * also applies to all earlier days. Empty for a deleted account.
 */
export async function listStoredRotations(userId: string): Promise<DatedStoredRotation[]> {
	const user = await findUserById(userId);
	if (!user) return [];
	const { diagram, crew, cycleStart } = user;
	const history = await listRotationHistory(userId);
	// Without a history, the profile's calendar applies to all days.
	const since = history.at(-1)?.since ?? BEGINNING;
	return [...history.slice(0, -1), { since, diagram, crew, cycleStart }];
}

type NewRotation = StoredRotation & Pick<RotationChange, "isCorrection"> & { answeredAnchor?: string | null };

/**
 * Sets a user's diagram with a crew, or with a personal position (a date on which the user's own cycle starts).
 * @param isCorrection whether the new choice also applies to past days
 * @param answeredAnchor the diagram's anchor, if the user confirmed the crew by its shifts
 * @param seen the calendar in the profile for which this one was chosen
 * @returns false if the profile has another calendar than `seen` by now, which stays
 */
export async function updateRotation(
	userId: string,
	{ diagram, crew, cycleStart, isCorrection, answeredAnchor = null }: NewRotation,
	seen?: StoredRotation,
): Promise<boolean> {
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const before = await findUserById(userId, trx);
		if (!before) return true;
		if (seen && !isSame(before, seen)) return false;
		const chosen = {
			...diagramColumns(diagram),
			crew,
			cycle_start: cycleStart,
			answered_anchor: answeredAnchor,
		};
		await updateUser(trx, userId, chosen, now);
		await recordRotation(trx, userId, { before, after: { diagram, crew, cycleStart }, isCorrection }, now);
		return true;
	});
}

/** The columns of `users` for a diagram's id: an own cycle has a column of its own, because it is no row of `diagramas`. */
export function diagramColumns(id: string | null) {
	return id && isOwnCycle(id) ? { diagram: null, own_cycle: id } : { diagram: id, own_cycle: null };
}

/** Stores that a user has said whether the shifts of the own crew are right, while the diagram's anchor is `anchor`. */
export async function answerAnchor(userId: string, anchor: string): Promise<void> {
	await db.updateTable("users").set({ answered_anchor: anchor }).where("id", "=", userId).execute();
}
