/** Draws the days of a month: a calendar of all crews or one crew, or a row per crew. */
import {
	type CrewLetter,
	crewOn,
	crewsOf,
	type Diagram,
	type ShiftLetter,
	shiftOn,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { type Month, nameOf } from "~/features/diagrams/periods";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, daysOfMonth, weekdayOf } from "~/lib/time/civil-date";
import type { SvgDrawing } from "./svg-drawing";

/** Width and margin of a picture, in pixels. */
export const WIDTH = 320;
export const MARGIN = 8;
const INNER = WIDTH - 2 * MARGIN;
/** Height of one crew's row, in pixels. */
const ROW_HEIGHT = 13;
/** Height for the box with the crew's shift, below the number of the day, in pixels. The box is 3 pixels less high. */
const CREW_DAY_HEIGHT = 34;
export const INK = "#14181d";
export const SOFT = "#454f59";
const HOLIDAY = "#a31f18";
/** Of the weekdays, from Monday on. */
const INITIALS = "LMMJVSD";

/** Background and letter colours of each shift, from the light theme. */
export const colours: Readonly<Record<ShiftLetter, readonly [ground: string, letter: string]>> = {
	M: ["#ffcf4a", "#2b2100"],
	T: ["#86c9ec", "#08283a"],
	N: ["#2f3a6b", "#fff"],
	D: ["#ffb27a", "#331600"],
	F: ["#f3f2ed", SOFT],
};

/** A calendar to draw. `top` is the distance from the picture's top edge to the calendar, in pixels. */
interface Calendar {
	diagram: Diagram;
	month: Month;
	/** The crew whose shifts are shown; undefined for all crews. */
	crew?: CrewLetter;
	holidays: readonly Holiday[];
	top: number;
}

/** Draws a month with one line per week. */
export function drawMonth(drawing: SvgDrawing, calendar: Calendar): void {
	const { diagram, month, crew, holidays, top } = calendar;
	const shifts = workLettersOf(diagram);
	const column = INNER / 7;
	for (const [index, initial] of Array.from(INITIALS).entries()) {
		drawing.text(initial, MARGIN + column * (index + 0.5), top + 9, 11, SOFT, "middle");
	}
	const firstWeekday = weekdayOf(`${month}-01`) - 1;
	for (const date of daysOfMonth(month)) {
		const { day } = datePartsOf(date);
		const x = MARGIN + column * ((firstWeekday + day - 1) % 7);
		const y = top + 14 + Math.floor((firstWeekday + day - 1) / 7) * weekHeight(diagram, crew);
		drawDay(drawing, day, isHoliday(holidays, date), x + column / 2, y + 11, 12);
		if (crew) {
			const letter = shiftOn(diagram, crew, date);
			drawing.cell(colours[letter], letter, x + 1.5, y + 15, column - 3, CREW_DAY_HEIGHT - 3, 22);
			continue;
		}
		for (const [index, shift] of shifts.entries()) {
			const working = crewOn(diagram, shift, date);
			if (!working) continue;
			drawing.cell(colours[shift], `${shift} ${working}`, x + 1.5, y + 15 + index * 17, column - 3, 15.5, 13);
		}
	}
}

/** Draws a month with one row per crew and one column per day. */
export function drawRows(drawing: SvgDrawing, { diagram, month, holidays, top }: Calendar): void {
	const label = 15;
	const column = (INNER - label) / 31;
	drawing.text(capitalised(nameOf(month)), MARGIN, top + 19, 12, INK);
	const crews = crewsOf(diagram);
	for (const [row, crew] of crews.entries()) {
		drawing.text(crew, MARGIN + 2, top + 46 + row * ROW_HEIGHT, 11, INK);
	}
	for (const date of daysOfMonth(month)) {
		const { day } = datePartsOf(date);
		const x = MARGIN + label + column * (day - 1);
		const weekday = weekdayOf(date);
		const middle = x + column / 2;
		drawing.text(INITIALS.charAt(weekday - 1), middle, top + 27, 7, weekday === 7 ? INK : SOFT, "middle");
		drawDay(drawing, day, isHoliday(holidays, date), middle, top + 35, 7);
		for (const [row, crew] of crews.entries()) {
			const letter = shiftOn(diagram, crew, date);
			const y = top + 37.5 + row * ROW_HEIGHT;
			drawing.cell(colours[letter], letter, x + 0.3, y, column - 0.6, ROW_HEIGHT - 1, 9.5);
		}
	}
}

/** Draws the number of a day. The number of a holiday is red and underlined, so that colour is not the only mark. */
function drawDay(drawing: SvgDrawing, day: number, isMarked: boolean, x: number, y: number, size: number) {
	drawing.text(String(day), x, y, size, isMarked ? HOLIDAY : SOFT, "middle");
	if (isMarked) drawing.box(HOLIDAY, x - size * 0.5, y + 1, size, Math.max(0.8, size / 10));
}

/** Height of a month's calendar of all crews or of one crew. */
export function monthHeight(diagram: Diagram, month: Month, crew?: CrewLetter): number {
	return 14 + weeksOf(month) * weekHeight(diagram, crew);
}

function weeksOf(month: Month): number {
	return Math.ceil((weekdayOf(`${month}-01`) - 1 + daysOfMonth(month).length) / 7);
}

/**
 * Height of a week in pixels: the days' numbers, and below them one box per shift (all crews) or one large shift letter
 * (one crew).
 */
function weekHeight(diagram: Diagram, crew?: CrewLetter): number {
	return 19 + (crew ? CREW_DAY_HEIGHT : workLettersOf(diagram).length * 17);
}

/** Height of one month in a half-year picture. */
export function rowsHeight(diagram: Diagram): number {
	return 38 + diagram.crews * ROW_HEIGHT;
}

function isHoliday(holidays: readonly Holiday[], date: CivilDate): boolean {
	return holidays.some((holiday) => holiday.date === date);
}
