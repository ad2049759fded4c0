import { isShownYear } from "~/features/diagrams/periods";

interface OtherYearsProps {
	/** The year in the address; undefined when the page shows the twelve months from the current month on. */
	shown?: number;
	currentYear: number;
	/** Returns the address for a year or, without a year, for the twelve months from the current month on. */
	hrefOf: (year?: number) => string;
}

/** Links to the previous and the next year, and back to the twelve months from the current month on. */
export function OtherYears({ shown, currentYear, hrefOf }: OtherYearsProps) {
	const year = shown ?? currentYear;
	const years = [year - 1, ...(shown ? [] : [year]), year + 1].filter((each) =>
		isShownYear(each, currentYear),
	);
	return (
		<nav className="row" aria-label="Otro año">
			{shown && (
				<a className="button" href={hrefOf()}>
					Desde este mes
				</a>
			)}
			{years.map((each) => (
				<a key={each} className="button" href={hrefOf(each)}>
					<span className="hidden-text">Año </span>
					{each}
				</a>
			))}
		</nav>
	);
}
