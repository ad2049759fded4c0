/** Describes shift diagrams as text for the operator. */

import { crewsOf, type Diagram, shiftOn, workLettersOf } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { type CivilDate, formatLongDate, weekdayNames } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import type { ProfileChanges } from "./correct-diagrams";
import { count } from "./output";

export function describeDiagram(diagram: Diagram): string {
	return [
		`${diagram.id}: ${count(diagram.crews, "escuadra", "escuadras")}, desfase ${diagram.offset}, ancla ${diagram.anchor}${diagram.anchorConfirmed ? "" : " (sin confirmar)"}`,
		`  ciclo   ${diagram.cycle}`,
		`  horas   ${hoursText(diagram)}`,
		`  cierre  ${closedText(diagram)}`,
	].join("\n");
}

/** Describes a changed diagram, one line per changed field; empty when nothing changed, ["nuevo"] for a new diagram. */
export function describeChange(before: Diagram | undefined, after: Diagram): string[] {
	if (!before) return ["nuevo"];
	const fields: [name: string, text: (diagram: Diagram) => string][] = [
		["ciclo", ({ cycle }) => cycle],
		["escuadras", ({ crews }) => String(crews)],
		["desfase", ({ offset }) => String(offset)],
		["ancla", ({ anchor }) => anchor],
		["ancla confirmada", ({ anchorConfirmed }) => (anchorConfirmed ? "sí" : "no")],
		["horas", ({ hours }) => JSON.stringify(Object.entries(hours).sort())],
		["cierre", closedText],
	];
	return fields
		.filter(([, text]) => text(before) !== text(after))
		.map(([name, text]) =>
			name === "horas"
				? `horas ${hoursText(before)} → ${hoursText(after)}`
				: `${name} ${text(before)} → ${text(after)}`,
		);
}

/** Returns a line such as "Hoy, lunes 23 de noviembre de 2026: A turno mañana, B franco, …". */
export function describeToday(diagram: Diagram): string {
	const today = plantToday();
	return `Hoy, ${formatLongDate(today)}: ${describeDay(diagram, today)}`;
}

function describeDay(diagram: Diagram, date: CivilDate): string {
	return crewsOf(diagram)
		.map((crew) => `${crew} ${shiftText(shiftOn(diagram, crew, date)).toLowerCase()}`)
		.join(", ");
}

/** Lines that tell how the correction of a diagram changed users' profiles. No lines if nothing changed. */
export function describeProfileChanges({ joined, lost }: ProfileChanges = { joined: 0, lost: 0 }): string[] {
	const joinedText = count(
		joined,
		"persona tenía una posición propia que ahora es la de una escuadra: queda en esa escuadra.",
		"personas tenían una posición propia que ahora es la de una escuadra: quedan en esa escuadra.",
	);
	const lostText = count(
		lost,
		"persona tiene que elegir de nuevo su turno: lo que había elegido ya no existe.",
		"personas tienen que elegir de nuevo su turno: lo que habían elegido ya no existe.",
	);
	return [joined > 0 ? joinedText : "", lost > 0 ? lostText : ""].filter(Boolean);
}

/** Warns of imported pictures of the corrected diagrams, which still show the old calendar. */
export async function warnOfOwnPictures(changed: readonly Diagram[]): Promise<void> {
	const { listAllOwnPictures } = await import("~/features/diagrams/pictures/own-pictures.server");
	const pictures = await listAllOwnPictures();
	for (const { id } of changed) {
		const count = pictures.filter(({ diagramId }) => diagramId === id).length;
		if (count > 0) {
			console.log(
				`${id} tiene imágenes propias (${count}), que no cambian solas: miralas con ${operatorCommand("pictures -- list")}`,
			);
		}
	}
}

function hoursText(diagram: Diagram): string {
	return workLettersOf(diagram)
		.map((letter) => `${letter} ${diagram.hours[letter]?.join("–")}`)
		.join(", ");
}

function closedText({ closedWeekdays }: Diagram): string {
	const names = [...closedWeekdays].sort().map((weekday) => weekdayNames[weekday - 1]);
	return names.length > 0 ? names.join(", ") : "ninguno";
}
