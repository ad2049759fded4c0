/** Reads the options of `diagrams anchor`, the command that corrects the start of a shift cycle. */

import {
	type CrewLetter,
	crewsOf,
	type Diagram,
	isShiftLetter,
	type ShiftLetter,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { FIRST_YEAR, isShownYear, YEARS_AHEAD } from "~/features/diagrams/periods";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, dayNumber, parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { type AnchorStatement, anchorsFor } from "./anchors";
import type { CommandInput } from "./command";

/** The operator's statement about a crew's shift on `date`, and the anchors (starts of the cycle) that agree with it. */
export interface Statement {
	date: CivilDate;
	crew: CrewLetter;
	anchors: CivilDate[];
}

/**
 * Reads from the command's options a statement about one day of one crew.
 * @throws CommandError that names the wrong option
 */
export function readStatement(input: CommandInput, diagram: Diagram): Statement {
	const date = readDate(input, "date");
	const crew = readCrew(input, diagram);
	const shift = readLetter(input, "shift", diagram);
	const day = readDay(input, shift);
	if (shift !== "F" && (input.has("returns") || input.has("returns-shift"))) {
		throw input.usageError("--returns y --returns-shift van solo con --shift F.");
	}
	const facts: AnchorStatement = { date, crew, shift, day };
	const untilReturn = shift === "F" ? readReturn(input, diagram, date) : "";
	const following = readNext(input, shift);
	const matchingNext = anchorsFor(diagram, { ...facts, next: following });
	const anchors = anchorsFor(diagram, { ...facts, next: untilReturn });
	return { date, crew, anchors: anchors.filter((anchor) => matchingNext.includes(anchor)) };
}

function readDate(input: CommandInput, option: string): CivilDate {
	const text = input.required(option);
	const date = parseCivilDate(text);
	if (!date) throw input.usageError(`--${option} «${text}» no es una fecha: se escribe 2026-12-01.`);
	const today = plantToday();
	if (isShownYear(datePartsOf(date).year, today)) return date;
	throw input.usageError(
		`--${option} «${date}» tiene que estar entre ${FIRST_YEAR} y ${datePartsOf(today).year + YEARS_AHEAD}.`,
	);
}

function readCrew(input: CommandInput, diagram: Diagram): CrewLetter {
	const given = input.required("crew").toUpperCase();
	const crew = crewsOf(diagram).find((letter) => letter === given);
	if (crew) return crew;
	throw input.usageError(
		`${diagram.id} no tiene la escuadra «${given}»: tiene ${crewsOf(diagram).join(", ")}.`,
	);
}

function readLetter(input: CommandInput, option: string, diagram: Diagram): ShiftLetter {
	const given = input.required(option).toUpperCase();
	if (isShiftLetter(given) && diagram.cycle.includes(given)) return given;
	const known = workLettersOf(diagram).map((letter) => `${letter} (${shiftText(letter).toLowerCase()})`);
	throw input.usageError(
		`${diagram.id} no tiene el turno «${given}»: tiene ${known.join(", ")} y F (franco).`,
	);
}

/** Reads `--day`: the day's position in a run of equal shifts, from 1. Optional for a day off. */
function readDay(input: CommandInput, shift: ShiftLetter): number | undefined {
	if (shift === "F" && !input.has("day")) return undefined;
	const given = input.required("day");
	if (/^[1-9]\d{0,2}$/.test(given)) return Number(given);
	throw input.usageError(`--day «${given}» tiene que ser un número: 1 es el primer día del bloque.`);
}

/**
 * Reads `--returns`, the date on which the crew returns to work, and `--returns-shift`, its shift letter on that date.
 * @returns the shift letters from the day after `date` to the return, such as "FFFM" (three days off, a morning shift)
 */
function readReturn(input: CommandInput, diagram: Diagram, date: CivilDate): string {
	if (!input.has("returns") || !input.has("returns-shift")) {
		throw input.usageError("Un franco solo no alcanza: agregá --returns FECHA y --returns-shift LETRA.");
	}
	const returns = readDate(input, "returns");
	const shift = readLetter(input, "returns-shift", diagram);
	const days = dayNumber(returns) - dayNumber(date);
	if (days < 1) throw input.usageError("--returns tiene que ser un día posterior a --date.");
	if (shift === "F") throw input.usageError("--returns-shift es el turno al que vuelve: no puede ser F.");
	return `${"F".repeat(days - 1)}${shift}`;
}

/**
 * Reads `--next`, the shift letters from the day of `--date` on.
 * @returns the letters without the first, which is the letter of that day
 */
function readNext(input: CommandInput, shift: ShiftLetter): string {
	const letters = input.option("next")?.toUpperCase() ?? shift;
	if (!/^[MTNDF]{1,300}$/.test(letters))
		throw input.usageError("--next lleva solo las letras M, T, N, D y F.");
	if (letters.startsWith(shift)) return letters.slice(1);
	throw input.usageError(`--next empieza con la letra de --date, que es ${shift}.`);
}
