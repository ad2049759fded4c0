import type { CrewLetter } from "~/features/diagrams/cycle";
import {
	isShownYear,
	type Month,
	monthsLater,
	periodPath,
	periodTitle,
	yearOf,
} from "~/features/diagrams/periods";
import { Icon } from "~/ui/icons";

interface MonthLinksProps {
	diagramId: string;
	crew?: CrewLetter;
	shown: Month;
	currentYear: number;
}

/** Links from the page of a month to the months before and after it. */
export function MonthLinks({ diagramId, crew, shown, currentYear }: MonthLinksProps) {
	const [before, after] = [monthsLater(shown, -1), monthsLater(shown, 1)];
	return (
		<nav className="row" aria-label="Mes">
			{isShownYear(yearOf(before), currentYear) && (
				<a className="button" href={periodPath(diagramId, before, crew)}>
					<Icon name="left" />
					{periodTitle(before)}
				</a>
			)}
			{isShownYear(yearOf(after), currentYear) && (
				<a className="button" href={periodPath(diagramId, after, crew)}>
					{periodTitle(after)}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
