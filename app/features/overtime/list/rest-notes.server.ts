import type { Extra } from "~/features/overtime/extras/extras.server";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { listTimes } from "./extras-list.server";

/**
 * Notes on the rest around these extras, measured to the shifts of the person's crew and to all nearby extras, also those
 * that the page does not show. Extras without a start time are ignored.
 * @returns the note of each extra by its key
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
