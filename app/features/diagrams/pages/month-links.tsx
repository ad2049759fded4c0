import type { CrewLetter } from "~/features/diagrams/cycle";
import {
	isShownYear,
	monthPath,
	monthsLater,
	periodTitle,
	type YearMonth,
} from "~/features/diagrams/periods";
import { Icon } from "~/ui/icons";

interface MonthLinksProps {
	diagramId: string;
	crew?: CrewLetter;
	shown: YearMonth;
	currentYear: number;
}

/** Links from the page of a month to the months before and after it. */
export function MonthLinks({ diagramId, crew, shown, currentYear }: MonthLinksProps) {
	const [before, after] = [monthsLater(shown, -1), monthsLater(shown, 1)];
	return (
		<nav className="row" aria-label="Mes">
			{isShownYear(before.year, currentYear) && (
				<a className="button" href={monthPath(diagramId, before.year, before.month, crew)}>
					<Icon name="left" />
					{periodTitle({ kind: "month", ...before })}
				</a>
			)}
			{isShownYear(after.year, currentYear) && (
				<a className="button" href={monthPath(diagramId, after.year, after.month, crew)}>
					{periodTitle({ kind: "month", ...after })}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
