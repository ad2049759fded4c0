import type { User } from "~/features/auth/users.server";
import { crewLetters, type Diagram } from "~/features/diagrams/cycle";
import type { Extra } from "~/features/overtime/extras/extras.server";
import { blocksOf, daysAround, restNote, shiftsOn, workOf } from "~/features/overtime/law/rest";
import { listTimes } from "./extras-list.server";

/**
 * What is told about the rest around each of these extras: against the shifts of the person's crew and all their other
 * extras near it, whether the page shows those or not. An extra without a start time is told nothing and counts for none.
 * @returns the text for an extra by its key
 */
export async function restNotesOf(
	user: Pick<User, "id" | "crew">,
	extras: readonly Extra[],
	diagram?: Diagram,
): Promise<Map<string, string | undefined>> {
	if (extras.length === 0) return new Map();
	const dates = daysAround(extras.map(({ date }) => date));
	const works = new Map(
		(await listTimes(user.id, dates)).map(({ idFile, ...time }) => [idFile, workOf(time)]),
	);
	const crew = crewLetters.find((letter) => letter === user.crew);
	const shifts = diagram && crew ? shiftsOn(diagram, crew, dates) : [];
	const blocks = blocksOf([...shifts, ...works.values()]);
	return new Map(
		extras.map(({ idFile }) => {
			const work = works.get(idFile);
			return [idFile, work && restNote(work, blocks)];
		}),
	);
}
