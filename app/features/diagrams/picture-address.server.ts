import type { Holiday } from "~/features/holidays/holiday-rule";
import type { Diagram } from "./cycle";
import { findOwnPicture, listOwnPictures } from "./own-pictures.server";
import { type Period, periodSlug, pictureSlug } from "./periods";
import { drawPicture, type Picture, pictureHash } from "./picture.server";

/** A picture as a page shows it. */
export interface PictureAddress {
	src: string;
	/** The same as PNG, for sharing; an operator's own picture is shared as it is. */
	share: string;
	width: number;
	height: number;
}

/** The pictures of the twelve months and the two halves of a year, by the slug of their period. */
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

/** The picture of one period: the operator's own if there is one, else the computed one. */
export async function addressOf(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
): Promise<PictureAddress> {
	const slug = periodSlug(period);
	const imported = await findOwnPicture(diagram.id, slug);
	return imported ? ownAddress(diagram.id, slug, imported) : computedAddress(diagram, period, holidays);
}

/** The drawing of a period with its hash. Drawing a year takes some milliseconds, so the latest ones are kept. */
export function computedPicture(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
): Picture & { hash: string } {
	const key = JSON.stringify([diagram, period, holidays.map(({ date, kind }) => date + kind)]);
	const known = drawn.get(key);
	if (known) return known;
	const picture = drawPicture(diagram, period, holidays);
	const made = { ...picture, hash: pictureHash(picture.svg) };
	if (drawn.size >= MOST_DRAWN) drawn.delete(drawn.keys().next().value ?? "");
	drawn.set(key, made);
	return made;
}

/** About 12 KB each. */
const MOST_DRAWN = 300;
const drawn = new Map<string, Picture & { hash: string }>();

function computedAddress(diagram: Diagram, period: Period, holidays: readonly Holiday[]): PictureAddress {
	const { hash, width, height } = computedPicture(diagram, period, holidays);
	const base = `/pictures/${pictureSlug(diagram.id, period)}.${hash}`;
	return { src: `${base}.svg`, share: `${base}.png`, width, height };
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
