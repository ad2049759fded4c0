import type { CrewLetter } from "~/features/diagrams/cycle";
import { diagramPath, isShownYear } from "~/features/diagrams/periods";
import { Icon } from "~/ui/icons";

interface DiagramYearsProps {
	/** Accessible name, which distinguishes the links at the top of the page from the links at the bottom. */
	label: string;
	diagramId: string;
	/** Year of the page; undefined while the page shows the twelve months from the current month on. */
	year?: number;
	currentYear: number;
	crew?: CrewLetter;
}

/**
 * On the page of a year, links to the years before and after and to the next twelve months. On the page of the next
 * twelve months, links to this and the next year.
 */
export function DiagramYears({ label, diagramId, year, currentYear, crew }: DiagramYearsProps) {
	const [before, after] = year ? [year - 1, year + 1] : [currentYear, currentYear + 1];
	return (
		<nav className="row" aria-label={label}>
			{isShownYear(before, currentYear) && (
				<a className="btn" href={diagramPath(diagramId, crew, before)}>
					{year && <Icon name="left" />}
					<span className="hidden-text">Año </span>
					{before}
				</a>
			)}
			{isShownYear(after, currentYear) && (
				<a className="btn" href={diagramPath(diagramId, crew, after)}>
					<span className="hidden-text">Año </span>
					{after}
					{year && <Icon name="right" />}
				</a>
			)}
			{year && (
				<a className="btn" href={diagramPath(diagramId, crew)}>
					Desde hoy
				</a>
			)}
		</nav>
	);
}
