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
				{crewsOf(diagram).map((letter) => (
					<li key={letter}>
						<a href={`?${kept}crew=${letter}`} aria-current={letter === crew ? "true" : undefined}>
							<span className="hidden-text">Escuadra </span>
							{letter}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
