import type { Diagram } from "~/features/diagrams/cycle";
import { monthsOf, type Period, periodSlug, pictureSlug } from "~/features/diagrams/periods";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { findOwnPicture, listOwnPictures } from "./own-pictures.server";
import { drawPicture, pictureHash, pictureSize } from "./picture.server";

/** Addresses and size of a shift calendar's picture. */
export interface PictureAddress {
	src: string;
	/** Download address. Computed pictures are downloaded as PNG, imported pictures in the original format. */
	share: string;
	width: number;
	height: number;
}

/** Addresses of all pictures of a shift diagram for one year, by the slug of the picture's period. */
export async function addressesOfYear(
	diagram: Diagram,
	year: number,
	holidays: readonly Holiday[],
): Promise<Record<string, PictureAddress>> {
	const own = new Map((await listOwnPictures(diagram.id, year)).map((picture) => [picture.period, picture]));
	const addresses = periodsOf(year).map((period): [string, PictureAddress] => {
		const slug = periodSlug(period);
		const imported = own.get(slug);
		return [
			slug,
			imported ? ownAddress(diagram.id, slug, imported) : computedAddress(diagram, period, holidays),
		];
	});
	return Object.fromEntries(addresses);
}

/** Address of a shift diagram's picture for one period: the imported picture, or else the computed picture. */
export async function addressOf(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
): Promise<PictureAddress> {
	const slug = periodSlug(period);
	const imported = await findOwnPicture(diagram.id, slug);
	return imported ? ownAddress(diagram.id, slug, imported) : computedAddress(diagram, period, holidays);
}

/**
 * A hash of everything on which a computed picture depends: shift diagram, period, holidays and drawing code. The
 * function does not draw the picture, because the page of a year links to fourteen pictures and loads only a few.
 */
export function computedHash(diagram: Diagram, period: Period, holidays: readonly Holiday[]): string {
	const months = monthsOf(period);
	const marked = holidays
		.map(({ date }) => date)
		.filter((date) => Number(date.slice(0, 4)) === period.year && months.includes(Number(date.slice(5, 7))));
	drawingStyle ??= pictureHash(samplePeriods.map((sample) => drawPicture(sampleDiagram, sample, [])).join());
	return pictureHash(
		JSON.stringify([drawingStyle, diagram, periodSlug(period), Array.from(new Set(marked))]),
	);
}

/**
 * Hash of two sample pictures, which changes whenever the drawing code changes. The server draws the sample pictures
 * only once.
 */
let drawingStyle: string | undefined;
const samplePeriods: Period[] = [
	{ kind: "month", year: 2026, month: 11 },
	{ kind: "half", year: 2026, half: 1 },
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

function computedAddress(diagram: Diagram, period: Period, holidays: readonly Holiday[]): PictureAddress {
	const hash = computedHash(diagram, period, holidays);
	const base = `/pictures/${pictureSlug(diagram.id, period)}.${hash}`;
	return { src: `${base}.svg`, share: `${base}.png`, ...pictureSize(diagram, period) };
}

function ownAddress(
	diagramId: string,
	slug: string,
	{ hash, width, height }: { hash: string; width: number; height: number },
): PictureAddress {
	const src = `/pictures/${diagramId}-${slug}.${hash}.webp`;
	return { src, share: src, width, height };
}

function periodsOf(year: number): Period[] {
	const months = Array.from(
		{ length: 12 },
		(_, index): Period => ({ kind: "month", year, month: index + 1 }),
	);
	return [...months, { kind: "half", year, half: 1 }, { kind: "half", year, half: 2 }];
}
