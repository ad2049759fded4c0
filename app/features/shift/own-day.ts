/** Own days: days of vacation, leave, a shift swap and the like, on which the shift diagram does not apply. */
import type { CrewLetter, Diagram, ShiftLetter } from "~/features/diagrams/cycle";
import { shiftWithHours } from "~/features/diagrams/shift-text";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

/** The table's CHECK (db/migrations) lists the same kinds. */
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

/** Years ahead for which own days are allowed. */
export const YEARS_AHEAD = 2;

/** Consecutive days on which a worker does not follow the diagram. Own days never overlap. */
export interface OwnDay {
	id: string;
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

/** Everything that the program knows of a kind of own day. */
interface OwnDayFacts {
	name: string;
	/** Several of them in the privacy policy. */
	many: string;
	/** Letter in a calendar, that of no other kind and no shift; undefined if the day shows the letter of its shift. */
	tag?: string;
	/**
	 * Whether the calendar feed says only "Ausente" (absent), as of leave, suspension and banked hours: a stranger may find
	 * out a feed's secret URL.
	 */
	isPrivate: boolean;
	/** What the worker does: is absent, has a day off (franco), or works, with the shift of the day or of a swap's crew. */
	day: "absent" | "off" | "worked";
}

export const ownDayFacts: Readonly<Record<OwnDayKind, OwnDayFacts>> = {
	vacaciones: { name: "Vacaciones", many: "vacaciones", tag: "V", isPrivate: false, day: "absent" },
	licencia: { name: "Licencia", many: "licencias", tag: "L", isPrivate: true, day: "absent" },
	cambio: { name: "Cambio de turno", many: "cambios de turno", isPrivate: false, day: "worked" },
	parada: { name: "Parada", many: "paradas", tag: "P", isPrivate: false, day: "absent" },
	suspension: { name: "Suspensión", many: "suspensiones", tag: "S", isPrivate: true, day: "absent" },
	franco: {
		name: "Franco compensatorio",
		many: "francos compensatorios",
		tag: "F",
		isPrivate: false,
		day: "off",
	},
	banco: {
		name: "Banco de horas",
		many: "días del banco de horas",
		tag: "B",
		isPrivate: true,
		day: "absent",
	},
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
	if (replacesShift(ownDay)) return ownDayFacts[ownDay.kind].name;
	return `${shiftWithHours(diagram, letter)} (cambio con la ${ownDay.crew})`;
}

/** Returns a name such as "Vacaciones" or "Cambio de turno con la C". */
export function ownDayName({ kind, crew }: Pick<OwnDay, "kind" | "crew">): string {
	return crew ? `${ownDayFacts[kind].name} con la ${crew}` : ownDayFacts[kind].name;
}

/** Returns "el 03/01/2027" or "del 03/01/2027 al 16/01/2027". */
export function rangeText({ firstDay, lastDay }: Pick<OwnDay, "firstDay" | "lastDay">): string {
	if (firstDay === lastDay) return `el ${formatShortDate(firstDay)}`;
	return `del ${formatShortDate(firstDay)} al ${formatShortDate(lastDay)}`;
}

export function isAbsence(ownDay: OwnDay | undefined): boolean {
	return ownDay !== undefined && ownDayFacts[ownDay.kind].day === "absent";
}

/** Whether the worker does not work on this day, whatever the diagram says. */
export function replacesShift({ kind }: OwnDay): boolean {
	return ownDayFacts[kind].day !== "worked";
}
