import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { Icon } from "~/ui/icons";

/**
 * Links to pages about a crew: its holidays and year in numbers, its days off in common with another crew, and swaps of
 * shifts.
 */
export function CrewLinks({ diagram, crew }: { diagram: Pick<Diagram, "id">; crew?: CrewLetter }) {
	const query = crew ? `?crew=${crew}` : "";
	return (
		<ul className="links card screen-only">
			<PageLink href={`/diagrams/${diagram.id}/statistics${query}`}>
				{crew ? `Los feriados y el año de la escuadra ${crew}` : "Los feriados y el año de cada escuadra"}
			</PageLink>
			<PageLink href={`/diagrams/${diagram.id}/compare${query}`}>Francos en común con otra escuadra</PageLink>
			<PageLink href={`/my-shift/swap?diagram=${diagram.id}${crew ? `&crew=${crew}` : ""}`}>
				¿Puedo cambiar un turno con otra escuadra?
			</PageLink>
		</ul>
	);
}

function PageLink({ href, children }: { href: string; children: string }) {
	return (
		<li>
			<a href={href}>
				{children}
				<Icon name="right" />
			</a>
		</li>
	);
}
