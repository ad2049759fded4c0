import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { LinkItem } from "~/ui/link-item";

interface CrewLinksProps {
	diagram: Pick<Diagram, "id" | "crews">;
	crew?: CrewLetter;
	/** Year of the page; undefined while the page shows the twelve months from the current one on. */
	year?: number;
}

/**
 * Links to pages about a crew: its holidays and year in numbers, its days off in common with another crew, and swaps of
 * shifts where the diagram has another crew.
 */
export function CrewLinks({ diagram, crew, year }: CrewLinksProps) {
	const ofYear = year ? [`year=${year}`] : [];
	const ofCrew = crew ? [`crew=${crew}`] : [];
	const search = [...ofYear, ...ofCrew].join("&");
	const query = search && `?${search}`;
	return (
		<ul className="links card screen-only">
			<LinkItem href={`/diagrams/${diagram.id}/statistics${query}`}>
				{crew ? `Los feriados y el año de la escuadra ${crew}` : "Los feriados y el año de cada escuadra"}
			</LinkItem>
			<LinkItem href={`/diagrams/${diagram.id}/compare${query}`}>Francos en común con otra escuadra</LinkItem>
			{diagram.crews > 1 && (
				<LinkItem href={`/my-shift/swap?${[`diagram=${diagram.id}`, ...ofCrew].join("&")}`}>
					¿Puedo cambiar un turno con otra escuadra?
				</LinkItem>
			)}
		</ul>
	);
}
