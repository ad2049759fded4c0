/**
 * Draws the pictures of a shift diagram as SVG. The pictures show all crews, do not mark today, and look the same
 * in the light and the dark theme, because users share and print pictures and browsers cache pictures for ever.
 */
import { createHash } from "node:crypto";
import {
	crewOn,
	crewsOf,
	type Diagram,
	type ShiftLetter,
	shiftOn,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { monthsOf, type Period, periodTitle } from "~/features/diagrams/periods";
import { shortHours } from "~/features/diagrams/shift-hours";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, daysInMonth, monthName, weekdayOf } from "~/lib/time/civil-date";
import { SvgDrawing, textWidth } from "./svg-drawing";

const WIDTH = 320;
const MARGIN = 8;
const INNER = WIDTH - 2 * MARGIN;
/** Distance in pixels from the top edge of the picture to the days, which are below the title and the legend. */
const CONTENT_TOP = 74;
/** Height of one crew's row in a half-year picture, in pixels. */
const ROW_HEIGHT = 13;
/** Height in pixels of the note about an unconfirmed anchor date (first day of crew A's cycle). */
const NOTE_HEIGHT = 18;
const INK = "#14181d";
const SOFT = "#4f5963";
const HOLIDAY = "#a31f18";

/** Background and letter colours of each shift, from the light theme. */
const colours: Readonly<Record<ShiftLetter, readonly [ground: string, letter: string]>> = {
	M: ["#ffcf4a", "#2b2100"],
	T: ["#86c9ec", "#08283a"],
	N: ["#2f3a6b", "#fff"],
	D: ["#ffb27a", "#331600"],
	F: ["#f3f2ed", SOFT],
};

/** Draws a month (calendar with seven columns) or half a year (crews as rows, days as columns) as SVG. */
export function drawPicture(diagram: Diagram, period: Period, holidays: readonly Holiday[]): string {
	const drawing = new SvgDrawing();
	drawing.text(findDiagramName(diagram.id)?.title ?? "", MARGIN, 20, 15, INK);
	drawing.text(periodTitle(period), MARGIN, 40, 17, INK);
	drawLegend(drawing, diagram, 52);
	if (period.kind === "month") drawMonth(drawing, diagram, period.year, period.month, holidays, CONTENT_TOP);
	else {
		for (const [index, month] of monthsOf(period).entries()) {
			drawRows(drawing, diagram, period.year, month, holidays, CONTENT_TOP - 6 + index * rowsHeight(diagram));
		}
	}
	const { width, height } = pictureSize(diagram, period);
	// The picture itself contains the note about the unconfirmed anchor date, because users may share the picture
	// without the page.
	if (!diagram.anchorConfirmed) drawing.text("Sin confirmar por la planta", MARGIN, height - MARGIN, 12, INK);
	return drawing.toSvg(width, height);
}

/** Width and height of a shift calendar's picture in CSS pixels. */
export function pictureSize(diagram: Diagram, period: Period): { width: number; height: number } {
	const content =
		period.kind === "month"
			? 14 + weeksOf(period.year, period.month) * weekHeight(diagram)
			: 6 * rowsHeight(diagram) - 6;
	const note = diagram.anchorConfirmed ? 0 : NOTE_HEIGHT;
	return { width: WIDTH, height: CONTENT_TOP + content + note + MARGIN };
}

/** The hash in a picture's address. A changed picture gets a new address, so browsers cache pictures for ever. */
export function pictureHash(content: string | Uint8Array): string {
	return createHash("sha256").update(content).digest("hex").slice(0, 12);
}

/**
 * Draws a month as a calendar with one line per week. Each day shows the number of the day and the crew of each
 * shift.
 */
function drawMonth(
	drawing: SvgDrawing,
	diagram: Diagram,
	year: number,
	month: number,
	holidays: readonly Holiday[],
	top: number,
): void {
	const shifts = workLettersOf(diagram);
	const column = INNER / 7;
	for (const [index, initial] of Array.from("LMMJVSD").entries()) {
		drawing.text(initial, MARGIN + column * (index + 0.5), top + 9, 11, SOFT, "middle");
	}
	const firstWeekday = weekdayOf(civilDate(year, month, 1)) - 1;
	for (let day = 1; day <= daysInMonth(year, month); day++) {
		const date = civilDate(year, month, day);
		const x = MARGIN + column * ((firstWeekday + day - 1) % 7);
		const y = top + 14 + Math.floor((firstWeekday + day - 1) / 7) * weekHeight(diagram);
		drawDay(drawing, day, holidayKindOn(holidays, date) !== undefined, x + column / 2, y + 11, 12);
		for (const [index, shift] of shifts.entries()) {
			const crew = crewOn(diagram, shift, date);
			if (crew) drawing.cell(colours[shift], crew, x + 1.5, y + 15 + index * 17, column - 3, 15.5, 13);
		}
	}
}

/** Draws a month with one row per crew and one column per day. */
function drawRows(
	drawing: SvgDrawing,
	diagram: Diagram,
	year: number,
	month: number,
	holidays: readonly Holiday[],
	top: number,
): void {
	const label = 15;
	const column = (INNER - label) / 31;
	drawing.text(capitalised(monthName(month)), MARGIN, top + 19, 12, INK);
	const crews = crewsOf(diagram);
	for (const [row, crew] of crews.entries()) {
		drawing.text(crew, MARGIN + 2, top + 46 + row * ROW_HEIGHT, 11, INK);
	}
	for (let day = 1; day <= daysInMonth(year, month); day++) {
		const date = civilDate(year, month, day);
		const x = MARGIN + label + column * (day - 1);
		const isSunday = weekdayOf(date) === 7;
		const isHoliday = holidayKindOn(holidays, date) !== undefined;
		drawing.text(
			"LMMJVSD".charAt(weekdayOf(date) - 1),
			x + column / 2,
			top + 27,
			7,
			isSunday ? INK : SOFT,
			"middle",
		);
		drawDay(drawing, day, isHoliday, x + column / 2, top + 35, 7);
		for (const [row, crew] of crews.entries()) {
			const letter = shiftOn(diagram, crew, date);
			drawing.cell(
				colours[letter],
				letter,
				x + 0.3,
				top + 37.5 + row * ROW_HEIGHT,
				column - 0.6,
				ROW_HEIGHT - 1,
				9.5,
			);
		}
	}
}

/** Draws the number of a day. A holiday is red and underlined, so that colour is not the only mark. */
function drawDay(
	drawing: SvgDrawing,
	day: number,
	isHoliday: boolean,
	x: number,
	y: number,
	size: number,
): void {
	drawing.text(String(day), x, y, size, isHoliday ? HOLIDAY : SOFT, "middle");
	if (isHoliday) drawing.box(HOLIDAY, x - size * 0.5, y + 1, size, Math.max(0.8, size / 10));
}

function weeksOf(year: number, month: number): number {
	return Math.ceil((weekdayOf(civilDate(year, month, 1)) - 1 + daysInMonth(year, month)) / 7);
}

/** Height of one week in a month's calendar: the number of the day and one box per shift. */
function weekHeight(diagram: Diagram): number {
	return 19 + workLettersOf(diagram).length * 17;
}

/** Height of one month in a half-year picture. */
function rowsHeight(diagram: Diagram): number {
	return 38 + diagram.crews * ROW_HEIGHT;
}

function drawLegend(drawing: SvgDrawing, diagram: Diagram, top: number): void {
	let x = MARGIN;
	for (const shift of workLettersOf(diagram)) {
		drawing.cell(colours[shift], shift, x, top, 17, 15, 12);
		x += 21;
		const hours = shortHours(diagram.hours[shift]);
		drawing.text(hours, x, top + 12, 12, SOFT);
		x += textWidth(hours, 12) + 9;
	}
	drawing.cell(colours.F, "F", x, top, 17, 15, 12);
	drawing.text("franco", x + 21, top + 12, 12, SOFT);
}

function holidayKindOn(holidays: readonly Holiday[], date: CivilDate) {
	return strongestKind(holidays.filter((holiday) => holiday.date === date));
}

function capitalised(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
