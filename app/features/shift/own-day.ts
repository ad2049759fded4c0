/** Own days: days of vacation, leave, a shift swap and the like, on which the shift diagram does not apply. */
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

/** Consecutive days on which a worker does not follow the diagram. Own days never overlap. */
export interface OwnDay {
	id: string;
	/** `cambio`: the worker works another crew's shift. With all other kinds the worker does not work. */
	kind: OwnDayKind;
	firstDay: CivilDate;
	/** Last day, inclusive. */
	lastDay: CivilDate;
	/** The crew whose shift the worker works; only set for `cambio`. */
	crew: CrewLetter | null;
	/** Minutes taken from the worker's banked hours, from `firstDay` to `lastDay` together; only set for `banco`. */
	bankMinutes?: number | null;
	note: string;
}

export const ownDayNames: Readonly<Record<OwnDayKind, string>> = {
	vacaciones: "Vacaciones",
	licencia: "Licencia",
	cambio: "Cambio de turno",
	parada: "Parada",
	suspension: "Suspensión",
	franco: "Franco compensatorio",
	banco: "Banco de horas",
};

/** Texts of an own day in the calendar: a letter and a short word. A swap shows the new shift's letter. */
export const ownDayTags: Readonly<Record<OwnDayKind, { tag?: string; word: string }>> = {
	vacaciones: { tag: "V", word: "vacac." },
	licencia: { tag: "L", word: "licencia" },
	cambio: { word: "cambio" },
	parada: { tag: "P", word: "parada" },
	suspension: { tag: "S", word: "suspens." },
	franco: { tag: "F", word: "compens." },
	banco: { tag: "B", word: "banco" },
};

/** The worker's own entry for a date, such as a leave; undefined if there is none. */
export function ownDayOn(ownDays: readonly OwnDay[], date: CivilDate): OwnDay | undefined {
	return ownDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
}

/** Describes a day: a shift with its hours, a day off, or the own day's name. */
export function workText(
	diagram: Pick<Diagram, "hours">,
	{ letter, ownDay }: { letter: ShiftLetter; ownDay?: OwnDay },
): string {
	if (!ownDay) return shiftWithHours(diagram, letter);
	if (ownDay.kind !== "cambio") return ownDayNames[ownDay.kind];
	return `${shiftWithHours(diagram, letter)} (cambio con la ${ownDay.crew})`;
}

/** Returns a name such as "Vacaciones" or "Cambio de turno con la C". */
export function ownDayName({ kind, crew }: Pick<OwnDay, "kind" | "crew">): string {
	return crew ? `${ownDayNames[kind]} con la ${crew}` : ownDayNames[kind];
}

/** Returns "el 03/01/2027" or "del 03/01/2027 al 16/01/2027". */
export function rangeText({ firstDay, lastDay }: Pick<OwnDay, "firstDay" | "lastDay">): string {
	if (firstDay === lastDay) return `el ${formatShortDate(firstDay)}`;
	return `del ${formatShortDate(firstDay)} al ${formatShortDate(lastDay)}`;
}

/** Whether the worker is absent. A day off (franco) and a swap are no absences. */
export function isAbsence(ownDay: OwnDay | undefined): boolean {
	return ownDay !== undefined && ownDay.kind !== "cambio" && ownDay.kind !== "franco";
}
