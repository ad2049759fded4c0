import type { ReactNode } from "react";
import { isShownYear, yearOf } from "~/features/diagrams/periods";
import type { CivilDate } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";

interface YearLinksProps {
	/** Accessible name of the links. */
	label: string;
	/** Year of the page; undefined while the page shows the twelve months from the current one on. */
	year?: number;
	today: CivilDate;
	/** URL for a year or, without one, for the twelve months from the current one on. */
	hrefOf: (year?: number) => string;
	/** Further links. */
	children?: ReactNode;
}

/**
 * On the page of a year, links to the years before and after and to the next twelve months. On the page of the next
 * twelve months, links to this and the next year.
 */
export function YearLinks({ label, year, today, hrefOf, children }: YearLinksProps) {
	const years = year ? [year - 1, year + 1] : [yearOf(today), yearOf(today) + 1];
	return (
		<nav className="row" aria-label={label}>
			{years
				.filter((each) => isShownYear(each, today))
				.map((each) => (
					<a key={each} className="btn" href={hrefOf(each)}>
						{year && each < year && <Icon name="left" />}
						<span className="hidden-text">Año </span>
						{each}
						{year && each > year && <Icon name="right" />}
					</a>
				))}
			{year && (
				<a className="btn" href={hrefOf()}>
					Desde hoy
				</a>
			)}
			{children}
		</nav>
	);
}
