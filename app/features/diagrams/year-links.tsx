import { Icon } from "~/ui/icons";
import type { CrewLetter } from "./cycle";
import { isShownYear } from "./periods";

interface YearLinksProps {
	/** Tells the links on top of a page from those at its foot. */
	label: string;
	year: number;
	currentYear: number;
	crew?: CrewLetter;
}

/** The years before and after, as far as calendars are shown. */
export function YearLinks({ label, year, currentYear, crew }: YearLinksProps) {
	const href = (target: number) => `?year=${target}${crew ? `&crew=${crew}` : ""}`;
	return (
		<nav className="year-links" aria-label={label}>
			{isShownYear(year - 1, currentYear) && (
				<a className="button" href={href(year - 1)}>
					<Icon name="left" />
					<span className="hidden-text">Año </span>
					{year - 1}
				</a>
			)}
			{isShownYear(year + 1, currentYear) && (
				<a className="button" href={href(year + 1)}>
					<span className="hidden-text">Año </span>
					{year + 1}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
