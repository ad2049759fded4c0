import type { Extra } from "~/features/overtime/extras/extras.server";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { listTimes } from "./extras-list.server";

/**
 * Notes about the rest time before and after these extras. Considers the shifts of the person's crew and all nearby
 * extras, including extras on other pages. Extras without a start time are ignored.
 * @returns the notes by the key of their extra
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
