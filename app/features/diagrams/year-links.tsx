import { Icon } from "~/ui/icons";
import type { CrewLetter } from "./cycle";
import { isShownYear } from "./periods";

/** The years before and after, as far as calendars are shown. */
export function YearLinks({
	year,
	currentYear,
	crew,
}: {
	year: number;
	currentYear: number;
	crew?: CrewLetter;
}) {
	const href = (target: number) => `?year=${target}${crew ? `&crew=${crew}` : ""}`;
	return (
		<nav className="year-links" aria-label="Año">
			{isShownYear(year - 1, currentYear) && (
				<a className="button" href={href(year - 1)}>
					<Icon name="left" />
					{year - 1}
				</a>
			)}
			<a href={href(year)} aria-current="true">
				{year}
			</a>
			{isShownYear(year + 1, currentYear) && (
				<a className="button" href={href(year + 1)}>
					{year + 1}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
