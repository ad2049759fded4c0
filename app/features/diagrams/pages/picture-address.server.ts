import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { isMonth, monthsOf, type Period, periodPath, pictureSlug } from "~/features/diagrams/periods";
import { findOwnPicture } from "~/features/diagrams/pictures/own-pictures.server";
import { pictureHash, pictureSize } from "~/features/diagrams/pictures/picture.server";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { readBuildVersion } from "~/lib/build-version.server";
import { publicOrigin } from "~/lib/env.server";
import type { Share } from "./share-menu";
import { shareText } from "./share-text";

export interface PictureAddress {
	src: string;
	width: number;
	height: number;
	/** A computed picture is shared as PNG, an imported picture as WebP. */
	share: Share;
}

/**
 * Returns the URLs and size of a diagram's picture for a period: the imported picture, or else the computed picture. A
 * picture of one crew is always computed. A picture of half a year shows all crews, but `crew` is in the message with
 * which a user shares it.
 */
export async function addressOf(
	diagram: Diagram,
	period: Period,
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): Promise<PictureAddress> {
	const shown = isMonth(period) ? crew : undefined;
	const own = shown ? undefined : await findOwnPicture(diagram.id, period);
	const hash = own?.hash ?? computedHash(diagram, period, holidays, shown);
	const base = `/pictures/${pictureSlug({ diagramId: diagram.id, period, crew: shown })}.${hash}`;
	const [src, image] = own ? [`${base}.webp`, `${base}.webp`] : [`${base}.svg`, `${base}.png`];
	const { width, height } = own ?? pictureSize(diagram, period, shown);
	return { src, width, height, share: { image, message: messageAddress(diagram, period, crew) } };
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

/** URL that opens WhatsApp with a text about a period. */
function messageAddress(diagram: Diagram, period: Period, crew?: CrewLetter): string {
	const text = shareText(diagram, period, publicOrigin + periodPath(diagram.id, period, crew), crew);
	return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
