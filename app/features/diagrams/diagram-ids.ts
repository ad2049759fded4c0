/** Names of one of the eleven shift diagrams. The cycle of the diagram is in the table `diagramas`. */
interface DiagramName {
	id: string;
	/** Heading of the diagram's page. */
	title: string;
	label: string;
	group: "8 horas" | "12 horas";
}

/** The shift diagrams, in the order in which pages list them. */
export const diagramNames = [
	name("12horas_aceria", "Diagrama de 12 Horas ACERIA", "12 horas Acería", "12 horas"),
	name("12horas_general", "Diagrama de 12 Horas GENERAL", "12 horas General", "12 horas"),
	name("12horas_insalubre", "Diagrama de 12 Horas INSALUBRE", "12 horas Insalubre", "12 horas"),
	name("12horas_reduccion", "Diagrama de 12 Horas REDUCCIÓN", "12 horas Reducción", "12 horas"),
	name("2turnos", "Diagrama 2 Turnos", "2 turnos", "8 horas"),
	name("3turnos", "Diagrama de 3 Turnos", "3 turnos", "8 horas"),
	name("3turnos_12horas", "Diagrama 3 Turnos de 12 Horas", "3 turnos de 12 horas", "12 horas"),
	name("4turnos_5dias", "Diagrama 4 Turnos de 5 Días", "4 turnos de 5 días", "8 horas"),
	name("4turnos_7dias", "Diagrama 4 Turnos de 7 Días", "4 turnos de 7 días", "8 horas"),
	name("5turnos_6dias", "Diagrama 5 Turnos de 6 Días", "5 turnos de 6 días", "8 horas"),
	name("5turnos_7dias", "Diagrama 5 Turnos de 7 Días", "5 turnos de 7 días", "8 horas"),
] as const satisfies readonly DiagramName[];

/** Current ids of renamed shift diagrams, by former id. */
export const diagramAliases: ReadonlyMap<string, string> = new Map([["2_turnos", "2turnos"]]);

export function findDiagramName(id: string): DiagramName | undefined {
	return diagramNames.find((known) => known.id === id);
}

function name(id: string, title: string, label: string, group: DiagramName["group"]): DiagramName {
	return { id, title, label, group };
}
