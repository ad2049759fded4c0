/**
 * Warnings about all working hours in a week and in three weeks. A week runs from Monday to Sunday (LCT, employment
 * contract act, art. 204).
 */
import { remembering } from "~/lib/remembering";
import { addDays, type CivilDate, consecutiveDays, formatShortDate, weekdayOf } from "~/lib/time/civil-date";
import { formatHours, inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES, WEEK_DAYS } from "~/lib/units/durations";
import { type Block, BY_DIAGRAM, blocksOf, CREW_LIMITS, minuteOf, type Work } from "./rest";

/** First and last week of the warnings, relative to the current week. */
const FIRST_WEEK = -3;
const LAST_WEEK = 1;

/** Shifts and overtime in the weeks from `FIRST_WEEK` to `LAST_WEEK`. */
export interface WorkOfWeeks {
	/** Shifts, and overtime entries with a start time. */
	works: readonly Work[];
	/** Entries without a start time. Their minutes count on their date. */
	unstarted: readonly { date: CivilDate; minutes: number }[];
}

type Timeline = ReturnType<typeof timelineOf>;

type WeekHours = ReturnType<typeof hoursIn>;

type Span = ReturnType<typeof weekSpan>;

/** Work that includes overtime may exceed these limits: a warning names them as something to compare with. */
const WEEK = { maxMinutes: CREW_LIMITS.weekHours * HOUR_MINUTES, time: "por semana" };
const THREE_WEEKS = { maxMinutes: CREW_LIMITS.threeWeeksHours * HOUR_MINUTES, time: "en tres semanas" };

/**
 * Returns all dates of the weeks from `FIRST_WEEK` to `LAST_WEEK`, and the day before them: its night shift may end on
 * the first of these dates.
 */
export const datesOfWeeks = remembering((today: CivilDate): readonly CivilDate[] => {
	const first = addDays(weekStart(today, FIRST_WEEK), -1);
	return consecutiveDays(first, (LAST_WEEK - FIRST_WEEK + 1) * WEEK_DAYS + 1);
}, 1);

/**
 * Writes warnings about one week or three weeks in which shifts and overtime together exceed the legal limit of hours.
 * @param now minutes since 1 January 1970 on the factory's clock; separates work that is done from planned work
 */
export function weekWarnings(work: WorkOfWeeks, today: CivilDate, now: number): string[] {
	const [worked, all] = [timelineOf(workedUntil(work, today, now)), timelineOf(work)];
	const lineOf = (span: Span) => spanLine(span, today, hoursIn(worked, span), hoursIn(all, span));
	const lines = [
		longestPastWeek(worked, today),
		lineOf(weekSpan(today, 0)),
		lineOf(weekSpan(today, LAST_WEEK)),
	];
	// Leaves out a span of three weeks whose shifts alone reach 144 h, as in some diagrams: every hour of overtime
	// would cause a warning.
	const threeWeeks = [FIRST_WEEK + 1, FIRST_WEEK]
		.map((week) => threeWeekSpan(today, week))
		.filter((span) => hoursIn(all, span).shiftMinutes < span.maxMinutes)
		.map(lineOf);
	// `threeWeeks` contains warnings about two spans of three weeks. The spans overlap, so only one warning is returned.
	return [...lines, threeWeeks.find((line) => line !== undefined)].filter((line) => line !== undefined);
}

/**
 * Writes the warning about past weeks above the weekly limit of hours: the week with the most hours, and the number of
 * other such weeks.
 */
function longestPastWeek(worked: Timeline, today: CivilDate): string | undefined {
	const above = Array.from({ length: -FIRST_WEEK }, (_, index) => weekSpan(today, FIRST_WEEK + index))
		.map((span) => ({ span, hours: hoursIn(worked, span) }))
		.filter(({ hours }) => totalOf(hours) > WEEK.maxMinutes && hours.extraMinutes > 0)
		.sort((one, other) => totalOf(other.hours) - totalOf(one.hours));
	const [longest] = above;
	const line = longest && spanLine(longest.span, today, longest.hours, longest.hours);
	if (!line || above.length === 1) return line;
	const others = above.length === 2 ? "Otra" : `Otras ${above.length - 1}`;
	const passed = above.length === 2 ? "pasó" : "pasaron";
	return `${line} ${others} de las últimas ${-FIRST_WEEK} semanas también ${passed} de eso.`;
}

/** Returns the part of the work that is done: it has ended or, without a start time, its date is not in the future. */
export function workedUntil({ works, unstarted }: WorkOfWeeks, today: CivilDate, now: number): WorkOfWeeks {
	return {
		works: works.filter(({ endMinute }) => endMinute <= now),
		unstarted: unstarted.filter(({ date }) => date <= today),
	};
}

/**
 * Shifts and overtime as blocks of uninterrupted work: touching or overlapping work is one block, so that no minute
 * counts twice. `shiftBlocks`: blocks of the shifts alone. `unstarted`: entries without a start time.
 */
export function timelineOf({ works, unstarted }: WorkOfWeeks) {
	const shifts = works.filter(({ isExtra }) => !isExtra);
	return { blocks: blocksOf(works), shiftBlocks: blocksOf(shifts), unstarted };
}

/**
 * Sums the minutes of work in a time span. Of work that crosses a bound of the span, only the part inside counts. Time
 * that belongs to both a shift and an overtime entry counts as shift only.
 */
export function hoursIn(
	{ blocks, shiftBlocks, unstarted }: Timeline,
	{ start, end }: Pick<Span, "start" | "end">,
) {
	const [from, to] = [minuteOf(start), minuteOf(addDays(end, 1))];
	const inside = (block: Block) => block.startMinute < to && block.endMinute > from;
	const minutesOf = (sum: number, block: Block) =>
		inside(block) ? sum + Math.min(block.endMinute, to) - Math.max(block.startMinute, from) : sum;
	const shiftMinutes = shiftBlocks.reduce(minutesOf, 0);
	const withoutStart = unstarted.filter(({ date }) => start <= date && date <= end);
	return {
		shiftMinutes,
		extraMinutes: withoutStart.reduce(
			(sum, { minutes }) => sum + minutes,
			blocks.reduce(minutesOf, 0) - shiftMinutes,
		),
		isUnconfirmed: shiftBlocks.some(
			(block) => inside(block) && block.works.some(({ isUnconfirmed }) => isUnconfirmed),
		),
	};
}

function spanLine(
	{ name, start, end, maxMinutes, time }: Span,
	today: CivilDate,
	worked: WeekHours,
	planned: WeekHours,
): string | undefined {
	const [workedMinutes, plannedMinutes] = [totalOf(worked), totalOf(planned)];
	if (plannedMinutes <= maxMinutes || planned.extraMinutes === 0) return undefined;
	const limit = `${inHours(maxMinutes)} ${time} (${CREW_LIMITS.source})`;
	const rule = `Para comparar: la jornada normal por turnos rotativos, sin extras, es de hasta ${limit}.`;
	const wouldBe = "si hacés lo anotado y tus turnos, serían";
	if (start > today) return `${name}, ${wouldBe} ${inHours(plannedMinutes)}: ${partsOf(planned)}. ${rule}`;
	const sum = `${name} ${end < today ? "trabajaste" : "llevás"} ${inHours(workedMinutes)}`;
	if (plannedMinutes === workedMinutes) return `${sum}: ${partsOf(worked)}. ${rule}`;
	return `${sum} y, ${wouldBe} ${formatHours(plannedMinutes)}: ${partsOf(planned)}. ${rule}`;
}

function totalOf({ shiftMinutes, extraMinutes }: WeekHours): number {
	return shiftMinutes + extraMinutes;
}

function partsOf({ shiftMinutes, extraMinutes, isUnconfirmed }: WeekHours): string {
	const extras = `${formatHours(extraMinutes)} de extras`;
	if (shiftMinutes === 0) return extras;
	const source = isUnconfirmed ? `${BY_DIAGRAM} sin confirmar` : BY_DIAGRAM;
	return `${formatHours(shiftMinutes)} de turnos, ${source}, y ${extras}`;
}

/** Returns the Monday of a week: 0 is the current week, −1 the week before. */
function weekStart(today: CivilDate, week: number): CivilDate {
	return addDays(today, 1 - weekdayOf(today) + week * WEEK_DAYS);
}

/** The first and last day of a week, and the first words of a warning about it, such as "Esta semana". */
function weekSpan(today: CivilDate, week: number) {
	const start = weekStart(today, week);
	const end = addDays(start, WEEK_DAYS - 1);
	const past = `En la semana del ${formatShortDate(start)} al ${formatShortDate(end)}`;
	const name = week === 0 ? "Esta semana" : week > 0 ? "La semana que viene" : past;
	return { start, end, name, ...WEEK };
}

function threeWeekSpan(today: CivilDate, week: number) {
	const start = weekStart(today, week);
	const end = addDays(start, 3 * WEEK_DAYS - 1);
	const name = `En las tres semanas del ${formatShortDate(start)} al ${formatShortDate(end)}`;
	return { start, end, name, ...THREE_WEEKS };
}
