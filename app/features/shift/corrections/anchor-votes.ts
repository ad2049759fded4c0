/** What the positions that people chose say about the anchor date of a shift diagram. */
import {
	type CrewLetter,
	crewLetters,
	crewsOf,
	type Diagram,
	findCoverageFault,
} from "~/features/diagrams/cycle";
import { addDays, type CivilDate, dayNumber, modulo } from "~/lib/time/civil-date";
import { crewOf } from "../rotation";

/** People with the same personal position. */
export interface PositionVote {
	/** A first day of their cycle. */
	start: CivilDate;
	/** The crew that they named in their profiles; undefined when they named none. */
	crew?: string;
	people: number;
}

/** People whose positions are all crews of the diagram under one anchor date. */
export interface VoteGroup {
	/**
	 * The anchor date on which most of them agree, the latest up to the day of counting. Without named crews, another
	 * anchor date gives the same positions other letters.
	 */
	anchor: CivilDate;
	/** Whether more people who named their crew agree with this anchor date than with any other. */
	isLetterKnown: boolean;
	/** Whether every shift has one crew on every open day under this anchor date. */
	isPossible: boolean;
	people: number;
	/** How many of them named the crew that they have under this anchor date. */
	named: number;
	/** Number of people in each crew under this anchor date. */
	crews: Readonly<Record<string, number>>;
}

/** Groups people by the anchor dates that agree with their positions; the largest group comes first. */
export function countAnchorVotes(
	diagram: Diagram,
	votes: readonly PositionVote[],
	today: CivilDate,
): VoteGroup[] {
	const groups: PositionVote[][] = [];
	for (const vote of votes) {
		const agreeing = groups.find(([first]) => first && crewUnder(diagram, first.start, vote));
		if (agreeing) agreeing.push(vote);
		else groups.push([vote]);
	}
	return groups
		.map((group) => describeGroup(diagram, group, today))
		.sort((one, other) => other.people - one.people || one.anchor.localeCompare(other.anchor));
}

function describeGroup(diagram: Diagram, group: readonly PositionVote[], today: CivilDate): VoteGroup {
	const start = group[0]?.start ?? today;
	// Each crew that the first position may be gives one anchor date. The present anchor date comes first among equals.
	const candidates = crewsOf(diagram)
		.map((crew) => addDays(start, -crewLetters.indexOf(crew) * diagram.offset))
		.map((anchor) => {
			const agreeing = group.filter((vote) => vote.crew && crewUnder(diagram, anchor, vote) === vote.crew);
			return { anchor, named: sum(agreeing) };
		})
		.sort((one, other) => other.named - one.named || Number(isPresent(other)) - Number(isPresent(one)));
	const [best = { anchor: start, named: 0 }, second] = candidates;
	const crews: Record<string, number> = {};
	for (const vote of group) {
		const crew = crewUnder(diagram, best.anchor, vote);
		if (crew) crews[crew] = (crews[crew] ?? 0) + vote.people;
	}
	return {
		anchor: addDays(today, -modulo(dayNumber(today) - dayNumber(best.anchor), diagram.cycle.length)),
		isLetterKnown: best.named > (second?.named ?? 0),
		isPossible: findCoverageFault({ ...diagram, anchor: best.anchor }) === undefined,
		people: sum(group),
		named: best.named,
		crews,
	};

	function isPresent({ anchor }: { anchor: CivilDate }): boolean {
		return crewOf({ diagram, start: anchor }) === "A";
	}
}

/** The crew that people with a position are, when `anchor` is the anchor date; undefined when they are none. */
function crewUnder(diagram: Diagram, anchor: CivilDate, { start }: PositionVote): CrewLetter | undefined {
	return crewOf({ diagram: { ...diagram, anchor }, start });
}

function sum(votes: readonly PositionVote[]): number {
	return votes.reduce((total, { people }) => total + people, 0);
}
