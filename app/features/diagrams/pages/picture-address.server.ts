import { type CrewLetter, type Diagram, lettersFrom, workLettersOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import {
	isMonth,
	type Month,
	monthsOf,
	type Period,
	periodPath,
	periodTitle,
	pictureSlug,
} from "~/features/diagrams/periods";
import type { OwnPicture } from "~/features/diagrams/pictures/own-pictures.server";
import { pictureHash, pictureSize } from "~/features/diagrams/pictures/picture.server";
import { spokenHours } from "~/features/diagrams/shift-text";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { readBuildVersion } from "~/lib/build-version.server";
import { publicOrigin } from "~/lib/env.server";
import { daysOfMonth } from "~/lib/time/civil-date";

/**
 * Returns the URLs and size of a diagram's picture for a period: the imported picture, or else the computed picture. A
 * picture of one crew is always computed. A picture of half a year shows all crews, but `crew` is in the message with
 * which a user shares it.
 * @param pictures imported pictures of the diagram by period
 */
export function addressOf(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	pictures: ReadonlyMap<string, OwnPicture>,
	crew?: CrewLetter,
) {
	const shown = isMonth(period) ? crew : undefined;
	const own = shown ? undefined : pictures.get(period);
	const hash = own?.hash ?? computedHash(diagram, period, holidays, shown);
	const base = `/pictures/${pictureSlug({ diagramId: diagram.id, period, crew: shown })}.${hash}`;
	const [src, image] = own ? [`${base}.webp`, `${base}.webp`] : [`${base}.svg`, `${base}.png`];
	const { width, height } = own ?? pictureSize(diagram, period, shown);
	// `image` is a picture, PNG if computed, else WebP; `message` opens WhatsApp.
	const message = `https://wa.me/?text=${encodeURIComponent(shareText(diagram, period, crew))}`;
	return { src, width, height, share: { image, message } };
}

/** A new build may draw pictures otherwise, so it gives them new URLs. */
const build = readBuildVersion();

/** Hashes everything on which a computed picture depends, without drawing the picture. */
export function computedHash(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): string {
	const months = monthsOf(period);
	const marked = holidays.map(({ date }) => date).filter((date) => months.includes(date.slice(0, 7)));
	return pictureHash(JSON.stringify([build, diagram, crew, period, marked]));
}

/**
 * Writes the message with which a user shares a period (a month or half a year). For a month of one crew, the message
 * lists the crew's shifts: "M 2 a 8, F 9 a 10".
 */
export function shareText(diagram: Diagram, period: Period, crew?: CrewLetter): string {
	const name = findDiagramName(diagram.id)?.title;
	const who = crew ? `escuadra ${crew}` : "todas las escuadras";
	const shifts = crew && isMonth(period) ? [shiftsText(diagram, period, crew), legend(diagram)] : [];
	const note = diagram.anchorConfirmed ? [] : ["Sin confirmar por la planta."];
	const title = `${name}, ${who}, ${periodTitle(period).toLowerCase()}`;
	return [title, ...shifts, ...note, publicOrigin + periodPath(diagram.id, period, crew)].join("\n");
}

function shiftsText(diagram: Diagram, month: Month, crew: CrewLetter): string {
	const letters = lettersFrom(diagram, crew, `${month}-01`, daysOfMonth(month).length);
	return Array.from(letters.matchAll(/(.)\1*/g), ({ 0: block, 1: letter, index }) => {
		const last = index + block.length;
		return block.length > 1 ? `${letter} ${index + 1} a ${last}` : `${letter} ${last}`;
	}).join(", ");
}

function legend(diagram: Diagram): string {
	const shifts = workLettersOf(diagram).map((shift) => `${shift} ${spokenHours(diagram.hours[shift])}`);
	return `(${[...shifts, "F franco"].join(", ")})`;
}
