/** What in an entry is probably wrong, so that the worker can correct it: overlaps, duplicates, far too long work. */
import { listed } from "~/lib/listed";
import { formatDayOfMonth, formatShortDate } from "~/lib/time/civil-date";
import { formatHours, inHours } from "~/lib/time/minutes";
import type { ShiftedExtra } from "./day-parts";
import { type Block, clocksOf, dateOf, minuteOf, sourceOf, stretchOf, type Work } from "./rest";

const TOO_LONG = "más de 16\u00A0h";

export interface Mistake {
	/** Short words that mark the entry in a list. */
	mark: "se superpone" | "repetida" | typeof TOO_LONG;
	text: string;
}

type TimedExtra = Pick<ShiftedExtra, "date" | "shift" | "minutes"> & { idFile: string };

/** Other work around an entry. */
export interface Surroundings {
	/** All entries around, with the entry itself. */
	times: readonly TimedExtra[];
	/** The entries with a start time, by their keys. */
	works: ReadonlyMap<string, Work>;
	/** Shifts and entries as blocks of uninterrupted work. */
	blocks: readonly Block[];
}

/** More hours without a break, or of overtime on one day, are probably a typing mistake. */
const MAX_STRETCH_MINUTES = 16 * 60;
const AFTER_HOLIDAY = " El feriado termina a la medianoche: lo que sigue es tu turno normal.";
/** Maximum number of shifts and entries named in a text. */
const MAX_NAMED = 3;

/**
 * Finds what the worker can correct in an entry.
 * @param holidayMinutes for how long from midnight of its date it is a holiday, on which the entry may cover the own shift
 *   with which it starts, or the rest of last night's shift if it starts at midnight; 0 if it may not
 */
export function mistakesOf(extra: TimedExtra, around: Surroundings, holidayMinutes: number): Mistake[] {
	const mistakes: Mistake[] = [];
	const ofDay = around.times.filter(({ date }) => date === extra.date);
	const same = ofDay.filter(({ idFile, shift }) => idFile !== extra.idFile && shift === extra.shift);
	if (same[0]) mistakes.push({ mark: "repetida", text: repeatedText(same[0]) });
	const work = around.works.get(extra.idFile);
	if (work) {
		const { block, overlaps } = stretchOf(work, around.blocks);
		const known = same.map(({ idFile }) => around.works.get(idFile));
		const isShift = (other: Work) =>
			!other.isExtra && Math.max(other.startMinute, minuteOf(extra.date)) === work.startMinute;
		const holidayEnd = minuteOf(extra.date) + holidayMinutes;
		const isCovered = (other: Work) =>
			isShift(other) && Math.min(work.endMinute, other.endMinute) <= holidayEnd;
		const odd = overlaps.filter((other) => !known.includes(other) && !isCovered(other));
		const goesOn = holidayMinutes > 0 && odd.some(isShift) ? AFTER_HOLIDAY : "";
		const source = work.isProposed ? " Contado con la hora de tu diagrama: si entraste a otra, ponela." : "";
		if (odd.length > 0)
			mistakes.push({
				mark: "se superpone",
				text: `Se superpone con ${namesOf(odd, work)}.${goesOn}${source}`,
			});
		if (block.endMinute - block.startMinute > MAX_STRETCH_MINUTES)
			mistakes.push({ mark: TOO_LONG, text: `${stretchText(work, block, overlaps)}${source}` });
	}
	const minutes = ofDay.reduce((sum, each) => sum + each.minutes, 0);
	if (minutes > MAX_STRETCH_MINUTES && !mistakes.some(({ mark }) => mark === TOO_LONG)) {
		const text = `El ${formatShortDate(extra.date)} suma ${formatHours(minutes)} horas extra, más de 16: revisá si está bien.`;
		mistakes.push({ mark: TOO_LONG, text });
	}
	return mistakes;
}

function repeatedText({ date, shift, minutes }: TimedExtra): string {
	return `Ya anotaste otra del ${formatDayOfMonth(date)}, turno ${shift}: ${inHours(minutes)}.`;
}

function stretchText(work: Work, block: Block, overlaps: readonly Work[]): string {
	const hours = `${inHours(block.endMinute - block.startMinute)} seguidas, más de 16.`;
	const joined = block.works.filter((other) => other !== work && !overlaps.includes(other));
	return joined.length > 0 ? `Junto con ${namesOf(joined, work)} son ${hours}` : `En total son ${hours}`;
}

function namesOf(works: readonly Work[], extra: Work): string {
	const names = works.map((work) => nameOf(work, extra));
	return listed(names.length > MAX_NAMED ? [...names.slice(0, MAX_NAMED), "otras más"] : names);
}

/**
 * Names the shift or entry `work`: "tu turno M (06:00 a 14:00)". Adds its date if `work` and `extra` start on different
 * days.
 */
function nameOf(work: Work, extra: Work): string {
	const date = dateOf(work);
	const which = date === dateOf(extra) ? "" : ` del ${formatDayOfMonth(date)}`;
	return `${work.name}${which} (${clocksOf(work)}${sourceOf(work)})`;
}
