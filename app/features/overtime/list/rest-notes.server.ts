import type { Extra } from "~/features/overtime/extras/extras.server";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { dayOf } from "~/features/shift/own-calendar";
import { listOwnDays } from "~/features/shift/own-days/own-days.server";
import { listTimes } from "./extras-list.server";

/**
 * Notes about the rest time before and after the given overtime entries. The computation includes the shifts of the
 * user's crew, the own days on which the user works no shift or another one, and nearby entries on other pages. It
 * ignores entries without a start time.
 * @returns the notes by key of the overtime entry
 */
export async function restNotesOf(
	userId: string,
	extras: readonly Extra[],
	rotations: OwnShifts,
): Promise<Map<string, string | undefined>> {
	const dates = daysAround(extras.map(({ date }) => date));
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return new Map();
	const ownDays = await listOwnDays(userId, first, last);
	const works = new Map(
		(await listTimes(userId, dates)).map(({ idFile, ...time }) => [idFile, workOf(time)]),
	);
	const shifts = shiftsOn(dates, (date) => dayOf({ rotations, ownDays }, date).time);
	const blocks = blocksOf([...shifts, ...works.values()]);
	return new Map(
		extras.map(({ idFile }) => {
			const work = works.get(idFile);
			return [idFile, work && restNote(work, blocks)];
		}),
	);
}
