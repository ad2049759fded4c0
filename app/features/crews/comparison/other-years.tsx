import { isShownYear } from "~/features/diagrams/periods";

interface OtherYearsProps {
	/** Year of the page; undefined while the page shows the twelve months from now on. */
	shown?: number;
	currentYear: number;
	/** URL for a year or, without one, for the twelve months from now on. */
	hrefOf: (year?: number) => string;
}

/**
 * Links to the years before and after. The page of a year also links back to the twelve months from now on; the page of
 * these twelve months also links to the current year.
 */
export function OtherYears({ shown, currentYear, hrefOf }: OtherYearsProps) {
	const year = shown ?? currentYear;
	const years = [year - 1, ...(shown ? [] : [year]), year + 1].filter((each) =>
		isShownYear(each, currentYear),
	);
	return (
		<nav className="row" aria-label="Otro año">
			{shown && (
				<a className="btn" href={hrefOf()}>
					Desde este mes
				</a>
			)}
			{years.map((each) => (
				<a key={each} className="btn" href={hrefOf(each)}>
					<span className="hidden-text">Año </span>
					{each}
				</a>
			))}
		</nav>
	);
}
