/** Apart from own-diagram.ts, because the script of forms needs that file, but no names of diagrams. */
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { isOwnCycle, parseOwnDiagram } from "./own-diagram";

/** Follows shifts and figures that depend on a diagram whose anchor no operator has confirmed. */
export const UNCONFIRMED = "Según un diagrama sin confirmar por la planta.";

/** Names a person's diagram; "" for an unknown one. */
export function diagramLabel(id: string): string {
	const own = parseOwnDiagram(id);
	return own ? `Tu ciclo de ${own.cycle.length} días` : (findDiagramName(id)?.label ?? "");
}

/**
 * Names a person's shifts: "4 turnos de 7 días, escuadra C".
 * @param without what is said in place of an unknown crew; nothing for an own cycle, which has none
 */
export function whoseShifts(id: string, crew: string | null | undefined, without: string): string {
	const label = diagramLabel(id);
	return isOwnCycle(id) ? label : `${label}, ${crew ? `escuadra ${crew}` : without}`;
}
