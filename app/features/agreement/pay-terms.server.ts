import { readHolidaysOn } from "~/features/holidays/holidays.server";
import type { PayTerms } from "~/features/law/parts-of-day";
import { listDatedRotations } from "~/features/own-days/find-own-calendar.server";
import { listOwnDays } from "~/features/own-days/own-days.server";
import type { DatedRotation } from "~/features/shift/own-calendar";
import { workDaysIn } from "~/features/shift/work-days";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listAgreements } from "./agreements.server";

/**
 * Reads everything that decides what the entries that start from `first` to `last`, both inclusive, are paid.
 * @param known the user's rotations, if they were read before
 */
export async function findPayTerms(
	userId: string,
	first: CivilDate,
	last: CivilDate,
	known?: readonly DatedRotation[],
): Promise<PayTerms> {
	// Reads from one day before `first`, because that day's shift may end after midnight, to one day after `last`,
	// because an entry may end after midnight.
	const [from, to] = [addDays(first, -1), addDays(last, 1)];
	const rotations = known ?? (await listDatedRotations(userId));
	return {
		agreements: await listAgreements(userId),
		workDayOn: workDaysIn({ rotations, ownDays: await listOwnDays(userId, from, to) }),
		holidaysOn: await readHolidaysOn(),
	};
}
