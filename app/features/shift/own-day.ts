/** Own days: days on which a worker does not follow the shift diagram, because of holidays, leave and the like. */
import type { CrewLetter, Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { shiftWithHours } from "~/features/diagrams/shift-text";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

export const ownDayKinds = [
	"vacaciones",
	"licencia",
	"cambio",
	"parada",
	"suspension",
	"franco",
	"banco",
] as const;
export type OwnDayKind = (typeof ownDayKinds)[number];

/** Days in a row on which a worker does not follow the shift diagram. A worker's own days never overlap. */
export interface OwnDay {
	id: string;
	/** `cambio` is another crew's shift; on all other kinds of own days the worker does not work. */
	kind: OwnDayKind;
	firstDay: CivilDate;
	/** Included. */
	lastDay: CivilDate;
	/** The crew whose shift the worker works; set for a `cambio` only. */
	crew: CrewLetter | null;
	/** Minutes that the days together take from the bank of hours; set for a `banco` only. */
	bankMinutes?: number | null;
	/** Empty without a note. */
	note: string;
}

/** Names of the kinds, as they stand alone: "Vacaciones". */
export const ownDayNames: Readonly<Record<OwnDayKind, string>> = {
	vacaciones: "Vacaciones",
	licencia: "Licencia",
	cambio: "Cambio de turno",
	parada: "Parada",
	suspension: "Suspensión",
	franco: "Franco compensatorio",
	banco: "Banco de horas",
};

/** The letter that stands for a kind where a shift letter would, and a short word below. A changed shift has its own letter. */
export const ownDayTags: Readonly<Record<OwnDayKind, { tag?: string; word: string }>> = {
	vacaciones: { tag: "V", word: "vacac." },
	licencia: { tag: "L", word: "licencia" },
	cambio: { word: "cambio" },
	parada: { tag: "P", word: "parada" },
	suspension: { tag: "S", word: "suspens." },
	franco: { tag: "F", word: "compens." },
	banco: { tag: "B", word: "banco" },
};

/** The own day on a date; undefined on a common day. */
export function ownDayOn(ownDays: readonly OwnDay[], date: CivilDate): OwnDay | undefined {
	return ownDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
}

/** What a worker has on a day: a shift with its hours, a day off, or an own day by its name. */
export function workText(
	diagram: Pick<Diagram, "hours">,
	{ letter, ownDay }: { letter: ShiftLetter; ownDay?: OwnDay },
): string {
	if (!ownDay) return shiftWithHours(diagram, letter);
	if (ownDay.kind !== "cambio") return ownDayNames[ownDay.kind];
	return `${shiftWithHours(diagram, letter)} (cambio con la ${ownDay.crew})`;
}

/** Names an own day: "Vacaciones", "Cambio de turno con la C". */
export function ownDayName({ kind, crew }: Pick<OwnDay, "kind" | "crew">): string {
	return crew ? `${ownDayNames[kind]} con la ${crew}` : ownDayNames[kind];
}

/** The days of an own day: "el 03/01/2027", "del 03/01/2027 al 16/01/2027". */
export function rangeText({ firstDay, lastDay }: Pick<OwnDay, "firstDay" | "lastDay">): string {
	if (firstDay === lastDay) return `el ${formatShortDate(firstDay)}`;
	return `del ${formatShortDate(firstDay)} al ${formatShortDate(lastDay)}`;
}

/** Whether the worker does not work because of the own day, although it is no day off (franco). */
export function isAbsence(ownDay: OwnDay | undefined): boolean {
	return ownDay !== undefined && ownDay.kind !== "cambio" && ownDay.kind !== "franco";
}
