import type { Extra } from "~/features/overtime/extras/extras.server";
import type { OwnShifts } from "~/features/overtime/law/own-shifts";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { listTimes } from "./extras-list.server";

/**
 * What is told about the rest around each of these extras: against the shifts of the person's crew and all their other
 * extras near it, whether the page shows those or not. An extra without a start time is told nothing and counts for none.
 * @returns the text for an extra by its key
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
