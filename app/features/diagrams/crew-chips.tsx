import { type CrewLetter, crewsOf, type Diagram } from "./cycle";

/**
 * Links to the shift calendar of each crew, and to the calendar of all crews. If `year` is given, the links lead to
 * the calendars of that year.
 */
export function CrewChips({ diagram, crew, year }: { diagram: Diagram; crew?: CrewLetter; year?: number }) {
	const kept = year ? `year=${year}&` : "";
	return (
		<nav aria-label="Escuadra">
			<ul className="chips">
				<li>
					<a
						href={year ? `?year=${year}` : `/diagrams/${diagram.id}`}
						aria-current={crew ? undefined : "true"}
					>
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
