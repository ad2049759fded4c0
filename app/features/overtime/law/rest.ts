/** The rest between an extra and all other work: the shifts of the diagram and the other extras. Pure. */
import { type CrewLetter, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { formatClock, formatHours, parseClock } from "~/features/overtime/minutes";
import { addDays, type CivilDate, dateOfDayNumber, dayNumber, formatDayOfMonth } from "~/lib/time/civil-date";

const DAY_MIN = 24 * 60;
/** LCT art. 197: between the end of a day of work and the beginning of the next one. */
const REST_MIN = 12 * 60;
/** What is left of a day with that rest in it: more than this on end is told. */
const LONG_BLOCK_MIN = DAY_MIN - REST_MIN;
/** How many days on each side of an extra matter to it: no piece of work and no rest is longer than a day. */
const DAYS_AROUND = 3;
/** Of an extra that lies over more than these, the others are not named. */
const MOST_NAMED = 3;

/** A piece of work, in minutes since the first of January 1970 at the plant. */
export interface Work {
	from: number;
	to: number;
	/** "tu turno M", "otra extra" */
	name: string;
	/** Whether its start is that of the diagram, since the worker gave none. */
	isProposed: boolean;
}

/** When an extra was worked. */
export interface WorkTime {
	/** The day on which it starts. */
	date: CivilDate;
	/** Since midnight. */
	startMinute: number;
	minutes: number;
	isStartProposed: 0 | 1;
}

/** Work without a break: pieces that touch or overlap, in the order in which they begin. */
interface Block {
	from: number;
	to: number;
	works: Work[];
}

/** What an extra leaves of rest. */
export interface Rest {
	/** The work without a break of which the extra is a part. */
	block: Block;
	/** What is worked at the same time. */
	overlaps: Work[];
	/** Minutes between that block and the work before and after it; undefined where none is near. */
	before?: { minutes: number; work: Work };
	after?: { minutes: number; work: Work };
}

/** The days that matter to the rest around these days. */
export function daysAround(dates: readonly CivilDate[]): CivilDate[] {
	const around = dates.flatMap((date) =>
		Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) => addDays(date, index - DAYS_AROUND)),
	);
	return [...new Set(around)].sort();
}

/** The shifts of a crew that begin on these days. */
export function shiftsOn(diagram: Diagram, crew: CrewLetter, dates: readonly CivilDate[]): Work[] {
	return dates.flatMap((date) => {
		const letter = shiftOn(diagram, crew, date);
		const [from, to] = (letter !== "F" && diagram.hours[letter]?.map(parseClock)) || [];
		if (from === undefined || to === undefined) return [];
		const minutes = to > from ? to - from : to - from + DAY_MIN;
		return [workOf({ date, startMinute: from, minutes, isStartProposed: 0 }, `tu turno ${letter}`)];
	});
}

export function workOf({ date, startMinute, minutes, isStartProposed }: WorkTime, name = "otra extra"): Work {
	const from = dayNumber(date) * DAY_MIN + startMinute;
	return { from, to: from + minutes, name, isProposed: isStartProposed === 1 };
}

/** All work as blocks, the earliest first. */
export function blocksOf(works: readonly Work[]): Block[] {
	const blocks: Block[] = [];
	for (const work of works.toSorted((one, other) => one.from - other.from)) {
		const last = blocks.at(-1);
		if (!last || work.from > last.to) blocks.push({ from: work.from, to: work.to, works: [work] });
		else {
			last.to = Math.max(last.to, work.to);
			last.works.push(work);
		}
	}
	return blocks;
}

/** What `work`, which is one of the blocks' pieces, leaves of rest. Undefined when it is none of them. */
export function restOf(work: Work, blocks: readonly Block[]): Rest | undefined {
	const index = blocks.findIndex(({ works }) => works.includes(work));
	const block = blocks[index];
	if (!block) return undefined;
	const [before, after] = [blocks[index - 1], blocks[index + 1]];
	const lastBefore = before?.works.find(({ to }) => to === before.to);
	const firstAfter = after?.works[0];
	return {
		block,
		overlaps: block.works.filter((other) => other !== work && other.from < work.to && work.from < other.to),
		before: lastBefore && { minutes: block.from - lastBefore.to, work: lastBefore },
		after: firstAfter && { minutes: firstAfter.from - block.to, work: firstAfter },
	};
}

/**
 * What is told beside an extra: work at the same time, more than 12 h on end, less than 12 h of rest. It informs.
 * What the law asks for stands once over the list.
 * @returns undefined when there is nothing to tell
 */
export function restNote(work: Work, blocks: readonly Block[]): string | undefined {
	const rest = restOf(work, blocks);
	if (!rest) return undefined;
	const { block, overlaps, before, after } = rest;
	const notes: string[] = [];
	const described = (other: Work) => describe(other, work);
	if (overlaps.length > 0) notes.push(`Se superpone con ${listed(overlaps.map(described))}.`);
	const joined = block.works.filter((other) => other !== work && !overlaps.includes(other));
	if (block.works.length > 1 && block.to - block.from > LONG_BLOCK_MIN) {
		const hours = `${formatHours(block.to - block.from)} h seguidas.`;
		notes.push(
			joined.length > 0 ? `Junto con ${listed(joined.map(described))} son ${hours}` : `En total son ${hours}`,
		);
	}
	const isShortBefore = before && before.minutes < REST_MIN;
	const isShortAfter = after && after.minutes < REST_MIN;
	if (isShortBefore) {
		notes.push(`Antes hay ${formatHours(before.minutes)} h de descanso, desde ${described(before.work)}.`);
	}
	if (isShortAfter) {
		notes.push(`Después quedan ${formatHours(after.minutes)} h de descanso, hasta ${described(after.work)}.`);
	}
	if (notes.length === 0) return undefined;
	if (work.isProposed) notes.push("Contado con la hora de tu diagrama: si entraste a otra, ponela.");
	return notes.join(" ");
}

function listed(names: readonly string[]): string {
	const named = names.slice(0, MOST_NAMED);
	return names.length > MOST_NAMED ? `${named.join(", ")} y otras más` : named.join(" y ");
}

/** "tu turno M (06:00 a 14:00)", and "del lunes 23" where it begins on another day than the extra. */
function describe(work: Work, extra: Work): string {
	const [day, dayOfExtra] = [work, extra].map(({ from }) => Math.floor(from / DAY_MIN));
	const which =
		day === undefined || day === dayOfExtra ? "" : ` del ${formatDayOfMonth(dateOfDayNumber(day))}`;
	const doubt = work.isProposed ? ", según tu diagrama" : "";
	return `${work.name}${which} (${clockAt(work.from)} a ${clockAt(work.to)}${doubt})`;
}

function clockAt(minute: number): string {
	return formatClock(minute % DAY_MIN);
}
