import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { formatHours, inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { type Block, clocksOf, dateOf, minuteOf, REST_MINUTES, sourceOf, type Work } from "./rest";

/** Maximum overtime in a month and in a year without an authorisation (Decreto 484/2000). */
const MONTH_MINUTES = 30 * HOUR_MINUTES;
const YEAR_MINUTES = 200 * HOUR_MINUTES;

export interface Worked {
	workedMinutes: number;
	plannedMinutes: number;
	/** Whether work on a holiday in an own shift is in the sums: it is paid double, but no overtime that has a limit. */
	hasOwnShift: boolean;
}

/** Warnings about the overtime of the current month and year, planned entries included. */
export function sumWarnings({ month, year }: { month: Worked; year: Worked }): string[] {
	return [
		sumLine("Este mes", month, MONTH_MINUTES, "30 por mes"),
		sumLine("Este año", year, YEAR_MINUTES, "200 por año"),
	].filter((line) => line !== undefined);
}

function sumLine(name: string, sum: Worked, maxMinutes: number, limit: string): string | undefined {
	const [worked, all] = [sum.workedMinutes, sum.workedMinutes + sum.plannedMinutes];
	if (all <= maxMinutes) return undefined;
	const wouldBe = `si hacés lo anotado, serían ${formatHours(all)}`;
	const told =
		worked === 0
			? `${name}, ${wouldBe} horas extra`
			: `${name} llevás ${formatHours(worked)} ${worked === HOUR_MINUTES ? "hora" : "horas"} extra${all > worked ? ` y, ${wouldBe}` : ""}`;
	const own = sum.hasOwnShift ? ", contando feriados en tu turno, que no entran en el tope" : "";
	return `${told}${own}. Sin autorización, el tope es de ${limit} (Decreto 484/2000).`;
}

interface ShortRest {
	minutes: number;
	before: Work;
	after: Work;
}

/**
 * Finds the rests of less than 12 h between two blocks of uninterrupted work, if one of the blocks contains an
 * overtime entry. Short rests between shifts alone are left out, because they are due to the diagram.
 * @param blocks from `blocksOf`, earliest first
 */
export function shortRestsOf(blocks: readonly Block[]): ShortRest[] {
	return blocks.flatMap((block, index) => {
		const [next, before] = [
			blocks[index + 1],
			block.works.find((work) => work.endMinute === block.endMinute),
		];
		const after = next?.works[0];
		if (!next || !before || !after) return [];
		const minutes = next.startMinute - block.endMinute;
		const hasExtra = [...block.works, ...next.works].some(({ isExtra }) => isExtra);
		return hasExtra && minutes < REST_MINUTES ? [{ minutes, before, after }] : [];
	});
}

/**
 * Writes at most two warnings: one about past short rests, one about planned short rests. A rest counts as past when
 * the work after it has ended.
 * @param from first day on which the work after a rest may start
 * @param now minutes since 1 January 1970 on the factory's clock
 */
export function restWarnings(rests: readonly ShortRest[], from: CivilDate, now: number): string[] {
	const inTime = rests.filter(({ after }) => after.startMinute >= minuteOf(from));
	const were = inTime.filter(({ after }) => after.endMinute <= now);
	const planned = inTime.filter(({ after }) => after.endMinute > now);
	return [
		line(were, "Descansaste", `Desde el ${formatShortDate(from)} descansaste`),
		line(planned, "Si hacés lo anotado, descansás", "Si hacés lo anotado, descansás"),
	].filter((text) => text !== undefined);
}

function line(rests: readonly ShortRest[], once: string, often: string): string | undefined {
	const shortest = rests.toSorted((one, other) => one.minutes - other.minutes)[0];
	if (!shortest) return undefined;
	const { minutes, before, after } = shortest;
	const between = `${inHours(minutes)} entre ${named(before)} y ${named(after)}`;
	const text =
		rests.length === 1
			? `${once} ${between}.`
			: `${often} menos de ${inHours(REST_MINUTES)} ${rests.length} veces. La menor: ${between}.`;
	return `${text} Entre un trabajo y el otro la ley pide ${inHours(REST_MINUTES)} de descanso (LCT art. 197).`;
}

function named(work: Work): string {
	const name = work.isExtra ? "tu extra" : work.name;
	return `${name} del ${formatShortDate(dateOf(work))} (${clocksOf(work)}${sourceOf(work)})`;
}
