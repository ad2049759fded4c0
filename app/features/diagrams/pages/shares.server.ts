import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { halfYearPath, monthPath, type Period, type YearMonth } from "~/features/diagrams/periods";
import { listShareAddresses } from "~/features/diagrams/pictures/picture-address.server";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { publicOrigin } from "~/lib/env.server";
import type { Share } from "./share-menu";
import { shareText } from "./share-text";

/** The URLs with which users share months, in the order of `months`. */
export async function listShares(
	diagram: Diagram,
	months: readonly YearMonth[],
	holidays: readonly Holiday[],
	crew?: CrewLetter,
): Promise<Share[]> {
	const images = await listShareAddresses(diagram, months, holidays, crew);
	return images.map((image, index) => {
		const month = months[index];
		return { image, message: month ? messageAddress(diagram, { kind: "month", ...month }, crew) : "" };
	});
}

/** URL that opens WhatsApp with a text about a period. */
export function messageAddress(diagram: Diagram, period: Period, crew?: CrewLetter): string {
	const path =
		period.kind === "month"
			? monthPath(diagram.id, period.year, period.month, crew)
			: halfYearPath(diagram.id, period.year, period.half, crew);
	const text = shareText(diagram, period, publicOrigin + path, crew);
	return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
