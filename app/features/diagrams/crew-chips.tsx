import { type CrewLetter, crewsOf, type Diagram } from "./cycle";

interface CrewChipsProps {
	diagram: Diagram;
	crew?: CrewLetter;
	/** Year of the linked pages; undefined for URLs without a year. */
	year?: number;
	/** Path of the linked pages without the query string. */
	path?: string;
}

/** Links from a shift calendar to the same calendar of each crew, and of all crews. */
export function CrewChips({ diagram, crew, year, path = `/diagrams/${diagram.id}` }: CrewChipsProps) {
	const kept = year ? `year=${year}&` : "";
	return (
		<nav aria-label="Escuadra">
			<ul className="chips crew-chips">
				<li>
					<a href={year ? `?year=${year}` : path} aria-current={crew ? undefined : "true"}>
						Todas
					</a>
				</li>
				<CrewItems crews={crewsOf(diagram)} chosen={crew} hrefOf={(letter) => `?${kept}crew=${letter}`} />
			</ul>
		</nav>
	);
}

export interface CrewItemsProps {
	crews: readonly CrewLetter[];
	chosen?: CrewLetter;
	hrefOf: (crew: CrewLetter) => string;
}

export function CrewItems({ crews, chosen, hrefOf }: CrewItemsProps) {
	return crews.map((crew) => (
		<li key={crew}>
			<a href={hrefOf(crew)} aria-current={crew === chosen ? "true" : undefined}>
				<span className="hidden-text">Escuadra </span>
				{crew}
			</a>
		</li>
	));
}
