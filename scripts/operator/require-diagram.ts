import type { Diagram } from "~/features/diagrams/cycle";
import { diagramAliases, diagramNames, findDiagramName } from "~/features/diagrams/diagram-ids";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { CommandError } from "./errors";

/**
 * Finds a diagram by its id or an old alias.
 * @throws CommandError when no diagram has this id or alias, or the database lacks the diagram
 */
export async function requireDiagram(given: string): Promise<Diagram> {
	const { findDiagram } = await import("~/features/diagrams/diagrams.server");
	const id = diagramAliases.get(given) ?? given;
	if (!findDiagramName(id)) {
		const ids = diagramNames.map((name) => name.id).join(", ");
		throw new CommandError(`No existe el diagrama «${given}». Los que hay: ${ids}.`);
	}
	const diagram = await findDiagram(id);
	if (!diagram)
		throw new CommandError(`${id} no tiene datos: importalos con ${operatorCommand("diagrams -- import")}.`);
	return diagram;
}
