/**
 * `diagrams anchor`: corrects a diagram's anchor (start of the shift cycle) from one known fact, such as "on that
 * day crew A works its first N (night shift)".
 */
import { type Diagram, lettersFrom } from "~/features/diagrams/cycle";
import { type CivilDate, formatLongDate } from "~/lib/time/civil-date";
import { readStatement, type Statement } from "./anchor-statement";
import type { Command, CommandInput } from "./command";
import { findCoverageFault } from "./coverage";
import { describeProfileChanges, describeToday, warnOfOwnPictures } from "./describe-diagram";
import { describeFault } from "./diagram-schema";
import { CommandError } from "./errors";
import { requireDiagram } from "./require-diagram";

/**
 * Number of days whose shift letters are printed for each possible anchor (start of the shift cycle). More days are
 * printed if the letters of two anchors are equal on these days.
 */
const LETTERS_SHOWN = 7;

export const anchorCommand: Command = {
	name: "anchor",
	parameters: ["ID"],
	options: {
		date: { value: "FECHA", help: "el día del que se habla: 2026-12-01", isRequired: true },
		crew: { value: "LETRA", help: "la escuadra: A, B, C, D o E", isRequired: true },
		shift: { value: "LETRA", help: "su turno ese día: M, T, N, D, o F si está de franco", isRequired: true },
		day: { value: "N", help: "qué día del bloque es (1 es el primero)" },
		returns: { value: "FECHA", help: "con F: el día en que vuelve a trabajar" },
		"returns-shift": { value: "LETRA", help: "con F: el turno al que vuelve" },
		next: {
			value: "LETRAS",
			help: "sus letras desde ese día: NNNFFFM (para elegir entre varias posibilidades)",
		},
	},
	summary: "Corrige y confirma el ancla de un diagrama con lo que una escuadra trabaja un día.",
	details: `Ejemplos:
  El 1 de diciembre la escuadra A hace su primer día de turno noche:
    npm run diagrams -- anchor 4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1
  El 1 de diciembre la escuadra A está de franco y vuelve el 3 al turno mañana:
    npm run diagrams -- anchor 4turnos_7dias --date 2026-12-01 --crew A --shift F --returns 2026-12-03 --returns-shift M

Lo que eligió la gente, y el comando que sale de eso: npm run diagrams -- votes

Si el dato no alcanza para una sola posición, o deja un día sin nadie fuera de los días de cierre, no cambia nada.
Si queda más de una posición, se muestran las letras de cada una: agregá --next con las que correspondan.`,
	run: correctAnchor,
};

async function correctAnchor(input: CommandInput): Promise<void> {
	const { correctDiagrams } = await import("./correct-diagrams");
	const diagram = await requireDiagram(input.words[0] ?? "");
	const statement = readStatement(input, diagram);
	const { date, crew } = statement;
	const anchor = requireOneAnchor(diagram, statement);
	const corrected = { ...diagram, anchor, anchorConfirmed: true };
	// Compares shift letters instead of anchors (first days of crew A's cycle), because anchors that differ by whole
	// cycles give the same letters.
	const cycle = diagram.cycle.length;
	if (lettersFrom(diagram, crew, date, cycle) === lettersFrom(corrected, crew, date, cycle)) {
		const [changes] = diagram.anchorConfirmed
			? []
			: await correctDiagrams([{ ...diagram, anchorConfirmed: true }], diagram);
		const done = diagram.anchorConfirmed ? "sin cambios" : "queda confirmado";
		console.log(`${diagram.id}: ${done}, el ancla ${diagram.anchor} ya lo dice.`);
		for (const line of describeProfileChanges(changes)) console.log(line);
		console.log(describeToday(diagram));
		return;
	}
	const [changes] = await correctDiagrams([corrected], diagram);
	console.log(`${diagram.id}: ancla ${diagram.anchor} → ${anchor}`);
	for (const line of describeProfileChanges(changes)) console.log(line);
	console.log(
		`Escuadra ${crew} desde el ${formatLongDate(date)}: ${lettersFrom(corrected, crew, date, LETTERS_SHOWN)}`,
	);
	console.log(describeToday(corrected));
	await warnOfOwnPictures([corrected]);
}

/**
 * Returns the only anchor (start of the cycle) that fits the operator's statement about one day of a crew, and that
 * gives each shift exactly one crew or, on a day when the plant is closed, at most one.
 * @throws CommandError when no anchor fits, or several with different calendars
 */
function requireOneAnchor(diagram: Diagram, { date, crew, anchors }: Statement): CivilDate {
	if (anchors.length === 0) {
		throw new CommandError(
			`Ningún día del ciclo de ${diagram.id} (${diagram.cycle}) es así: revisá el turno, el día del bloque y las fechas. No se cambió nada.`,
		);
	}
	const faults = anchors.map((anchor) => findCoverageFault({ ...diagram, anchor }, date));
	const possible = anchors.filter((_, index) => !faults[index]);
	const fault = faults.find((found) => found);
	if (possible.length === 0 && fault) {
		throw new CommandError(
			`No puede ser: con ese dato, ${describeFault(fault)}. Revisá la fecha y la escuadra. No se cambió nada.`,
		);
	}
	const lettersUnder = (anchor: CivilDate, days: number) =>
		lettersFrom({ ...diagram, anchor }, crew, date, days);
	// Keeps one anchor (start of the cycle) per calendar: if the cycle repeats a pattern, several anchors give the same
	// calendar.
	const byLetters = new Map(possible.map((anchor) => [lettersUnder(anchor, diagram.cycle.length), anchor]));
	const [anchor = "", ...others] = byLetters.values();
	if (others.length === 0) return anchor;
	let shown = LETTERS_SHOWN;
	while (new Set([...byLetters.values()].map((one) => lettersUnder(one, shown))).size < byLetters.size)
		shown++;
	const candidates = [...byLetters.values()].map((one) => `  ancla ${one}: ${lettersUnder(one, shown)}`);
	throw new CommandError(
		[
			`El dato vale para ${byLetters.size} posiciones del ciclo de ${diagram.id}. No se cambió nada.`,
			`Letras de la escuadra ${crew} desde el ${date} en cada una:`,
			...candidates,
			"Repetí el comando agregando --next con las letras que correspondan, o con otro día que las distinga.",
		].join("\n"),
	);
}
