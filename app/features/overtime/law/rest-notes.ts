import { BY_DIAGRAM, formatClock, formatHours } from "~/features/overtime/minutes";
import { listed } from "~/lib/listed";
import { dateOfDayNumber, formatDayOfMonth } from "~/lib/time/civil-date";
import { type Block, DAY_MINUTES, REST_MINUTES, restOf, type Work } from "./rest";

/**
 * Maximum minutes of work without a break: the 24 h of a day minus the minimum rest of 12 h. Several shifts or entries
 * that together exceed this maximum get a note.
 */
const LONG_BLOCK_MINUTES = DAY_MINUTES - REST_MINUTES;
/** Maximum number of shifts and entries named in a note. */
const MAX_NAMED = 3;

/**
 * Writes a note about an overtime entry that overlaps other work, makes more than 12 h without a break together with
 * other work, or leaves less than 12 h of rest before or after; undefined if no note is needed.
 */
export function restNote(work: Work, blocks: readonly Block[]): string | undefined {
	const rest = restOf(work, blocks);
	if (!rest) return undefined;
	const { block, overlaps, before, after } = rest;
	const notes: string[] = [];
	const described = (other: Work) => describe(other, work);
	if (overlaps.length > 0) notes.push(`Se superpone con ${namesOf(overlaps.map(described))}.`);
	const joined = block.works.filter((other) => other !== work && !overlaps.includes(other));
	if (block.works.length > 1 && block.endMinute - block.startMinute > LONG_BLOCK_MINUTES) {
		const hours = `${formatHours(block.endMinute - block.startMinute)} h seguidas.`;
		notes.push(
			joined.length > 0
				? `Junto con ${namesOf(joined.map(described))} son ${hours}`
				: `En total son ${hours}`,
		);
	}
	const isShortBefore = before && before.minutes < REST_MINUTES;
	const isShortAfter = after && after.minutes < REST_MINUTES;
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

function namesOf(names: readonly string[]): string {
	return listed(names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), "otras más"] : names);
}

/**
 * Names the shift or entry `work`: "tu turno M (06:00 a 14:00)". Adds its date if `work` and `extra` start on different
 * days.
 */
function describe(work: Work, extra: Work): string {
	const [day, dayOfExtra] = [work, extra].map((each) => Math.floor(each.startMinute / DAY_MINUTES));
	const which =
		day === undefined || day === dayOfExtra ? "" : ` del ${formatDayOfMonth(dateOfDayNumber(day))}`;
	return `${work.name}${which} (${clocksOf(work)}${work.isProposed ? `, ${BY_DIAGRAM}` : ""})`;
}

/** Formats the start and end of a shift or an entry: "22:00 a 06:00". */
export function clocksOf({ startMinute, endMinute }: Work): string {
	return `${clockAt(startMinute)} a ${clockAt(endMinute)}`;
}

function clockAt(minute: number): string {
	return formatClock(minute % DAY_MINUTES);
}
