/**
 * Derives a diagram's probable anchor date, at which crew A's cycle begins, from users' personal positions: the cycle
 * starts that users have found by their shifts.
 */
import { type CrewLetter, crewLetters, crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { crewOf } from "~/features/shift/rotation";
import { addDays, type CivilDate, dayNumber, modulo } from "~/lib/time/civil-date";
import { findCoverageFault } from "./coverage";

/**
 * Users whose profiles have the same personal position (cycle start) and the same crew. They count as votes for a
 * diagram's anchor date.
 */
interface PositionVote {
	start: CivilDate;
	/** The crew in these users' profiles, if any. */
	crew?: string;
	people: number;
}

/**
 * Users who can all belong to crews of the same calendar: if the diagram's anchor date is `anchor`, the personal position
 * (cycle start) of each user is the cycle start of a crew.
 */
export interface VoteGroup {
	/**
	 * Probable anchor date (first day of crew A's cycle), at most one cycle before today. If several dates fit the
	 * cycle starts of these users, it is the date with the largest `named` (see below).
	 */
	anchor: CivilDate;
	/**
	 * Whether more of these users' crews agree with `anchor` than with any other date that fits their cycle starts (see
	 * `named`). Otherwise it is unknown which letter each crew has.
	 */
	isLetterKnown: boolean;
	/** Whether, with this anchor date, each shift has exactly one crew whenever the factory is open. */
	isPossible: boolean;
	people: number;
	/** Number of users whose chosen crew agrees with their own cycle start, if this anchor date is right. */
	named: number;
	/** Number of users who belong to each crew if `anchor` is right. */
	crews: Readonly<Record<string, number>>;
}

/**
 * Groups the cycle starts that users found by their shifts. One anchor date (first day of crew A's cycle) fits all
 * cycle starts of a group: with this anchor date, each of them is the cycle start of some crew. Returns the largest
 * group first.
 */
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
		.sort((one, other) => other.people - one.people);
}

function describeGroup(diagram: Diagram, group: readonly PositionVote[], today: CivilDate): VoteGroup {
	const start = group[0]?.start ?? today;
	// `start` may be the cycle start of any crew, so each crew gives a possible anchor date. Sorts these dates by the
	// number of users whose crew in the profile fits the date. Of dates with equal numbers, the diagram's present
	// anchor date comes first.
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

/**
 * Returns the crew of the users of a vote, if crew A's cycle starts on `anchor`: the crew whose cycle starts on `start`.
 * Returns undefined if no crew's cycle starts on that date.
 */
function crewUnder(diagram: Diagram, anchor: CivilDate, { start }: PositionVote): CrewLetter | undefined {
	return crewOf({ diagram: { ...diagram, anchor }, start });
}

function sum(votes: readonly PositionVote[]): number {
	return votes.reduce((total, { people }) => total + people, 0);
}
