/** `npm run diagrams -- …`: lists, imports and corrects shift diagrams, also while the server runs. */
import type { Diagram } from "~/features/diagrams/cycle";
import { anchorCommand } from "./operator/anchor-command";
import { runProgram } from "./operator/command";
import {
	describeChange,
	describeDiagram,
	describeProfileChanges,
	describeToday,
	warnOfOwnPictures,
} from "./operator/describe-diagram";
import { parseDiagrams } from "./operator/diagram-file";
import { printJson } from "./operator/output";
import { votesCommand } from "./operator/votes-command";

await runProgram({
	name: "diagrams",
	title: "Diagramas de turnos: ver, importar y corregir.",
	commands: [
		{
			name: "list",
			parameters: [],
			options: { json: { help: "en el formato de import" } },
			summary: "Muestra los diagramas con su ciclo, escuadras, desfase, ancla y horas.",
			details: "Para guardarlos en un archivo: npm run --silent diagrams -- list --json > diagramas.json",
			async run(input) {
				const { listDiagrams } = await import("~/features/diagrams/diagrams.server");
				const diagrams = await listDiagrams();
				if (input.has("json")) printJson(diagrams);
				else console.log(diagrams.map(describeDiagram).join("\n\n"));
			},
		},
		{
			name: "import",
			parameters: ["ARCHIVO.json"],
			options: {},
			summary: "Importa o corrige diagramas: uno solo o una lista. Si uno está mal, no cambia ninguno.",
			details: `Cada diagrama se escribe así (es el formato de list --json):

  { "id": "12horas_general", "cycle": "DDNNFFFF", "crews": 4, "offset": 2, "anchor": "2024-01-01",
    "hours": { "D": ["06:00", "18:00"], "N": ["18:00", "06:00"] }, "closedWeekdays": [] }

  cycle   una letra por día: M mañana, T tarde, N noche, D día de 12 horas, F franco
  crews × offset tiene que ser el largo del ciclo; cada escuadra va offset días detrás de la anterior
  anchor  el día en que la escuadra A empieza el ciclo
  anchorConfirmed  false si no sabés si el ancla es la de tu planta; sin él, queda confirmada
  closedWeekdays  los días sin nadie: 1 es lunes, 7 es domingo

Cada día, cada turno tiene que tener exactamente una escuadra; el mensaje nombra el primer día que falla.

Si cambia el ciclo, las posiciones que la gente había elegido en él ya no dicen nada: se borran, y Relevo le pregunta
de nuevo su turno a cada persona.`,
			run: async ({ words: [file = ""] }) => importDiagrams(file),
		},
		anchorCommand,
		votesCommand,
	],
});

async function importDiagrams(file: string): Promise<void> {
	const diagrams = parseDiagrams(file);
	const { listDiagrams } = await import("~/features/diagrams/diagrams.server");
	const { correctDiagrams } = await import("./operator/correct-diagrams");
	const before = new Map((await listDiagrams()).map((diagram) => [diagram.id, diagram]));
	const changes = diagrams.map((diagram): [Diagram, string[]] => [
		diagram,
		describeChange(before.get(diagram.id), diagram),
	]);
	const changed = changes.filter(([, lines]) => lines.length > 0).map(([diagram]) => diagram);
	const profiles = await correctDiagrams(changed);
	for (const [diagram, lines] of changes) {
		console.log(`${diagram.id}: ${lines.length > 0 ? lines.join("; ") : "sin cambios"}`);
		for (const line of describeProfileChanges(profiles[changed.indexOf(diagram)])) console.log(`  ${line}`);
		console.log(`  ${describeToday(diagram)}`);
	}
	await warnOfOwnPictures(changed);
}
