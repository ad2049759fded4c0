import { type CivilDate, dateOfDayNumber, formatShortDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type Block, BY_DIAGRAM, clocksOf, minuteOf, REST_MINUTES, type Work } from "./rest";

export interface ShortRest {
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
	const date = formatShortDate(dateOfDayNumber(Math.floor(work.startMinute / DAY_MINUTES)));
	const doubt = work.isProposed
		? `, ${BY_DIAGRAM}`
		: work.isUnconfirmed
			? `, ${BY_DIAGRAM} sin confirmar`
			: "";
	return `${work.isExtra ? "tu extra" : work.name} del ${date} (${clocksOf(work)}${doubt})`;
}
