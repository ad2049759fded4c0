import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import { diagramPath } from "~/features/diagrams/periods";
import { Opener } from "~/ui/forms/opener";
import { LinkItem } from "~/ui/link-item";
import type { MyRotation } from "./my-rotation.server";

interface MyShiftLinksProps {
	diagram: Diagram;
	crew?: CrewLetter;
	source: MyRotation["source"];
	/** The shifts as `rotationText` writes them. */
	mine: string;
	isSignedIn: boolean;
}

/** Links from "Mi turno" to everything else about the worker's shifts, and the way to other shifts. */
export function MyShiftLinks({ diagram, crew, source, mine, isSignedIn }: MyShiftLinksProps) {
	const isOwnCycle = diagram.crews === 0;
	const label = diagramLabel(diagram.id);
	return (
		<>
			<h2 className="group">Más de tu turno</h2>
			<ul className="links card">
				<LinkItem href="/my-shift/calendar">Mis doce meses</LinkItem>
				{diagram.crews > 1 && (
					<LinkItem href="/my-shift/swap">¿Puedo cambiar un turno con otra escuadra?</LinkItem>
				)}
				{isSignedIn && (
					<>
						<LinkItem href="/auth/my-days">Mis días: vacaciones, licencias y cambios</LinkItem>
						<LinkItem href="/auth/my-calendar">Mi calendario en el teléfono</LinkItem>
					</>
				)}
				<LinkItem href="/my-shift/calendar#numeros">Feriados que te tocan y tu año en números</LinkItem>
				{isOwnCycle ? (
					<LinkItem href="/my-shift/find?view=cycle">{label}: ver, cambiar o borrar</LinkItem>
				) : (
					<LinkItem href={diagramPath(diagram.id, crew)}>
						{label}
						{crew ? `, escuadra ${crew}` : ", todas las escuadras"}
					</LinkItem>
				)}
				{crew && (
					<LinkItem href={`/diagrams/${diagram.id}/compare?crew=${crew}`}>
						Francos en común con otra escuadra
					</LinkItem>
				)}
				{!isOwnCycle && (
					<LinkItem href={`/my-shift/find?diagram=${diagram.id}`}>No coincide: buscar mi turno</LinkItem>
				)}
			</ul>
			{!crew && (
				<p>
					{isOwnCycle
						? "Tu ciclo es tuyo, sin escuadras: no te decimos quién te releva ni con quién cambiar."
						: "Guardamos tus turnos, sin la letra de una escuadra."}
				</p>
			)}
			{source !== "crew" && !isOwnCycle && (
				<form className="row" method="post" action="/my-shift">
					<Opener />
					<input type="hidden" name="mine" value={mine} />
					<button className="btn" type="submit" name="intent" value="forget">
						{source === "cookie" ? "Olvidar mi turno" : "Olvidar estos turnos"}
					</button>
				</form>
			)}
		</>
	);
}

/**
 * Offers a user who has told the shifts before signing in to keep them: the cookie may be of somebody else with the same
 * phone, so that extras, own days, calendar and notices use only what the profile has.
 */
export function KeepShifts({ diagram, crew, mine }: Pick<MyShiftLinksProps, "diagram" | "crew" | "mine">) {
	return (
		<form className="question screen-only" method="post" action="/my-shift">
			<p>Estos turnos están solo en este navegador: tus extras, tus días y tus avisos no los usan todavía.</p>
			<Opener />
			<input type="hidden" name="mine" value={crew ? `${diagram.id}.${crew}` : mine} />
			<p className="row">
				<button className="btn" type="submit" name="intent" value="keep">
					Son los míos: guardarlos
				</button>
			</p>
		</form>
	);
}
