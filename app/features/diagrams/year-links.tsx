import { Icon } from "~/ui/icons";
import type { CrewLetter } from "./cycle";
import { isShownYear } from "./periods";

interface YearLinksProps {
	/** Accessible name, which distinguishes the links at the top of the page from the links at the bottom. */
	label: string;
	year: number;
	currentYear: number;
	crew?: CrewLetter;
}

/** Links to the calendars of the previous and the next year, if they exist. */
export function YearLinks({ label, year, currentYear, crew }: YearLinksProps) {
	const href = (target: number) => `?year=${target}${crew ? `&crew=${crew}` : ""}`;
	return (
		<nav className="row" aria-label={label}>
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
