import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { monthsOf, type Period, periodSlug, pictureSlug, type YearMonth } from "~/features/diagrams/periods";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { findOwnPicture, listOwnPictures } from "./own-pictures.server";
import { drawPicture, pictureHash, pictureSize } from "./picture.server";

export interface PictureAddress {
	src: string;
	/** URL of the file to share: a computed picture as PNG, an imported picture as WebP. */
	share: string;
	width: number;
	height: number;
}

/**
 * Returns the URLs from which the months' pictures are downloaded, in the order of `months`. If `crew` is undefined,
 * an imported picture of a month takes the place of the computed picture.
 */
export async function listShareAddresses(
	diagram: Diagram,
	months: readonly YearMonth[],
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): Promise<string[]> {
	const periods = months.map((month): Period => ({ kind: "month", ...month }));
	const slugs = periods.map(periodSlug);
	const imported = crew ? [] : await listOwnPictures(diagram.id, slugs.at(0) ?? "", slugs.at(-1) ?? "");
	const hashOf = hashesOf(diagram, crew);
	return periods.map((period, index) => {
		const own = imported.find((picture) => picture.period === slugs[index]);
		if (own) return ownAddress(diagram.id, period, own).share;
		return `${computedBase(diagram, period, hashOf(period, holidays), crew)}.png`;
	});
}

/**
 * Returns the URLs and size of a diagram's picture for a period: the imported picture, or else the computed picture. A
 * picture of one crew is always computed.
 */
export async function addressOf(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): Promise<PictureAddress> {
	const own = crew ? undefined : await findOwnPicture(diagram.id, periodSlug(period));
	return own ? ownAddress(diagram.id, period, own) : computedAddress(diagram, period, holidays, crew);
}

/** Hashes everything on which a computed picture depends, without drawing the picture. */
export function computedHash(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): string {
	return hashesOf(diagram, crew)(period, holidays);
}

/**
 * Returns a function that computes the hash of the diagram's picture for a period. To save time with many periods, the
 * diagram is converted to text only once.
 */
function hashesOf(diagram: Diagram, crew: CrewLetter | undefined) {
	drawingStyle ??= pictureHash(samples.map((sample) => drawPicture(sampleDiagram, ...sample)).join());
	const shared = JSON.stringify([drawingStyle, diagram, findDiagramName(diagram.id)?.title, crew]);
	return (period: Period, holidays: readonly Holiday[]): string => {
		const months = monthsOf(period).map((month) => periodSlug({ kind: "month", year: period.year, month }));
		const dates = new Set(holidays.map(({ date }) => date));
		const marked = Array.from(dates).filter((date) => months.includes(date.slice(0, 7)));
		return pictureHash([shared, periodSlug(period), ...marked].join());
	};
}

/** Hash of three sample pictures. It is part of each picture's hash, so that new drawing code gives new URLs. */
let drawingStyle: string | undefined;
const samples: [Period, Holiday[], CrewLetter?][] = [
	[{ kind: "month", year: 2026, month: 11 }, []],
	[{ kind: "month", year: 2026, month: 11 }, [], "A"],
	[{ kind: "half", year: 2026, half: 1 }, []],
];
const sampleDiagram: Diagram = {
	id: "4turnos_7dias",
	cycle: "MMTTNNDDFFFFFFFF",
	crews: 4,
	offset: 4,
	anchor: "2026-01-01",
	anchorConfirmed: false,
	hours: { M: ["06:00", "14:00"], T: ["14:00", "22:00"], N: ["22:00", "06:00"], D: ["06:30", "18:30"] },
	closedWeekdays: [],
};

function computedAddress(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): PictureAddress {
	const base = computedBase(diagram, period, computedHash(diagram, period, holidays, crew), crew);
	return { src: `${base}.svg`, share: `${base}.png`, ...pictureSize(diagram, period, crew) };
}

function computedBase({ id }: Diagram, period: Period, hash: string, crew: CrewLetter | undefined): string {
	return `/pictures/${pictureSlug({ diagramId: id, period, crew })}.${hash}`;
}

function ownAddress(
	diagramId: string,
	period: Period,
	{ hash, width, height }: { hash: string; width: number; height: number },
): PictureAddress {
	const src = `/pictures/${pictureSlug({ diagramId, period })}.${hash}.webp`;
	return { src, share: src, width, height };
}
