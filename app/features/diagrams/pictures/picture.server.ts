/**
 * Draws a diagram's pictures as SVG. The pictures do not mark today and ignore the theme, because users share and
 * print pictures and browsers cache them for ever.
 */
import { hash } from "node:crypto";
import { type CrewLetter, type Diagram, workLettersOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { isMonth, monthsOf, type Period, periodTitle } from "~/features/diagrams/periods";
import { shortHours } from "~/features/diagrams/shift-text";
import type { Holiday } from "~/features/holidays/holiday-rule";
import {
	colours,
	drawMonth,
	drawRows,
	INK,
	MARGIN,
	monthHeight,
	rowsHeight,
	SOFT,
	WIDTH,
} from "./calendar-drawing";
import { SvgDrawing, textWidth } from "./svg-drawing";

/** Distance in pixels from the top edge to the days, below title and legend. */
const CONTENT_TOP = 74;
/** Height in pixels of the note "Sin confirmar por la planta" (not confirmed by the factory). */
const NOTE_HEIGHT = 18;

/** Draws a month (a calendar) or half a year (crews as rows, days as columns) as SVG. */
export function drawPicture(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): string {
	const drawing = new SvgDrawing();
	drawing.text(findDiagramName(diagram.id)?.title ?? "", MARGIN, 20, 15, INK);
	drawing.text(`${periodTitle(period)}${crew ? ` · Escuadra ${crew}` : ""}`, MARGIN, 40, 17, INK);
	drawLegend(drawing, diagram, 52);
	for (const [index, month] of monthsOf(period).entries()) {
		const calendar = { diagram, month, crew, holidays };
		if (isMonth(period)) drawMonth(drawing, { ...calendar, top: CONTENT_TOP });
		else drawRows(drawing, { ...calendar, top: CONTENT_TOP - 6 + index * rowsHeight(diagram) });
	}
	const { width, height } = pictureSize(diagram, period, crew);
	// The page shows this note too, but users share the picture without the page.
	if (!diagram.anchorConfirmed) drawing.text("Sin confirmar por la planta", MARGIN, height - MARGIN, 12, INK);
	return drawing.toSvg(width, height);
}

/** Size of a picture in CSS pixels. */
export function pictureSize(diagram: Diagram, period: Period, crew?: CrewLetter) {
	const content = isMonth(period) ? monthHeight(diagram, period, crew) : 6 * rowsHeight(diagram) - 6;
	const note = diagram.anchorConfirmed ? 0 : NOTE_HEIGHT;
	return { width: WIDTH, height: CONTENT_TOP + content + note + MARGIN };
}

/** Hash in a picture's URL. Browsers cache pictures for ever, because a changed picture gets a new URL. */
export function pictureHash(content: string | Uint8Array): string {
	return hash("sha256", content).slice(0, 12);
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
