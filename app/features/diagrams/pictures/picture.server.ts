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

/** Distance in pixels from the top edge to the legend, and the height of a line of it. */
const [LEGEND_TOP, LEGEND_LINE] = [52, 18];
/** Distance in pixels from the box of a letter in the legend to its text, and the text's font size. */
const [LEGEND_TEXT, LEGEND_SIZE] = [21, 12];
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
	const legend = legendOf(diagram);
	for (const { letter, text, x, line } of legend) {
		const y = LEGEND_TOP + line * LEGEND_LINE;
		drawing.cell(colours[letter], letter, x, y, 17, 15, 12);
		drawing.text(text, x + LEGEND_TEXT, y + 12, LEGEND_SIZE, SOFT);
	}
	const top = contentTop(legend);
	for (const [index, month] of monthsOf(period).entries()) {
		const calendar = { diagram, month, crew, holidays };
		if (isMonth(period)) drawMonth(drawing, { ...calendar, top });
		else drawRows(drawing, { ...calendar, top: top - 6 + index * rowsHeight(diagram) });
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
	return { width: WIDTH, height: contentTop(legendOf(diagram)) + content + note + MARGIN };
}

/** Hash in a picture's URL. Browsers cache pictures for ever, because a changed picture gets a new URL. */
export function pictureHash(content: string | Uint8Array): string {
	return hash("sha256", content).slice(0, 12);
}

/** The entries of the legend with their places, in as many lines as they need: hours such as 06:30–14:30 are long. */
function legendOf(diagram: Diagram) {
	let [x, line] = [MARGIN, 0];
	return [...workLettersOf(diagram), "F" as const].map((letter) => {
		const text = letter === "F" ? "franco" : shortHours(diagram.hours[letter]);
		const width = LEGEND_TEXT + textWidth(text, LEGEND_SIZE);
		if (x + width > WIDTH - MARGIN) [x, line] = [MARGIN, line + 1];
		const entry = { letter, text, x, line };
		x += width + 9;
		return entry;
	});
}

/** Distance in pixels from the top edge to the days, below title and legend. */
function contentTop(legend: ReturnType<typeof legendOf>): number {
	return LEGEND_TOP + ((legend.at(-1)?.line ?? 0) + 1) * LEGEND_LINE + 4;
}
