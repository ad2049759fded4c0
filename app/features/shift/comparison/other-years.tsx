import { isShownYear } from "~/features/diagrams/periods";

interface OtherYearsProps {
	/** The year in the address; undefined for the twelve months from the current one. */
	shown?: number;
	currentYear: number;
	/** The address of a year, and without a year that of the twelve months from the current one. */
	hrefOf: (year?: number) => string;
}

/** Links to the years around the shown one, and back to the twelve months from the current one. */
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
