import { type CrewLetter, type Diagram, lettersFrom, workLettersOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { isMonth, type Month, type Period, periodTitle } from "~/features/diagrams/periods";
import { spokenHours } from "~/features/diagrams/shift-hours";
import { daysOfMonth } from "~/lib/time/civil-date";

/**
 * Writes the message with which a user shares a period (a month or half a year). For a month of one crew, the message
 * lists the crew's shifts: "M 2 a 8, F 9 a 10".
 * @param address URL of the page for the period
 */
export function shareText(diagram: Diagram, period: Period, address: string, crew?: CrewLetter): string {
	const name = findDiagramName(diagram.id)?.title;
	const who = crew ? `escuadra ${crew}` : "todas las escuadras";
	const shifts = crew && isMonth(period) ? [shiftsText(diagram, period, crew), legend(diagram)] : [];
	const note = diagram.anchorConfirmed ? [] : ["Sin confirmar por la planta."];
	return [`${name}, ${who}, ${periodTitle(period).toLowerCase()}`, ...shifts, ...note, address].join("\n");
}

function shiftsText(diagram: Diagram, month: Month, crew: CrewLetter): string {
	const letters = lettersFrom(diagram, crew, `${month}-01`, daysOfMonth(month).length);
	return Array.from(letters.matchAll(/(.)\1*/g), ({ 0: block, 1: letter, index }) => {
		const last = index + block.length;
		return block.length > 1 ? `${letter} ${index + 1} a ${last}` : `${letter} ${last}`;
	}).join(", ");
}

function legend(diagram: Diagram): string {
	const shifts = workLettersOf(diagram).map((shift) => `${shift} ${spokenHours(diagram.hours[shift])}`);
	return `(${[...shifts, "F franco"].join(", ")})`;
}
