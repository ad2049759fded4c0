import type { Extra } from "~/features/overtime/extras/extras.server";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { listTimes } from "./extras-list.server";

/**
 * Notes about the rest time before and after the given overtime entries. The computation includes the shifts of the
 * user's crew and nearby entries on other pages, but ignores entries without a start time.
 * @returns the notes by key of the overtime entry
 */
export async function restNotesOf(
	userId: string,
	extras: readonly Extra[],
	{ diagram, crew }: OwnShifts,
): Promise<Map<string, string | undefined>> {
	if (extras.length === 0) return new Map();
	const dates = daysAround(extras.map(({ date }) => date));
	const works = new Map(
		(await listTimes(userId, dates)).map(({ idFile, ...time }) => [idFile, workOf(time)]),
	);
	const shifts = diagram && crew ? shiftsOn(diagram, crew, dates) : [];
	const blocks = blocksOf([...shifts, ...works.values()]);
	return new Map(
		extras.map(({ idFile }) => {
			const work = works.get(idFile);
			return [idFile, work && restNote(work, blocks)];
		}),
	);
}
