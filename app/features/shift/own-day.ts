/** Own days: days on which a worker does not follow the shift diagram, because of holidays, leave and the like. */
import type { CrewLetter } from "~/features/diagrams/cycle";
import type { CivilDate } from "~/lib/time/civil-date";

export const ownDayKinds = ["vacaciones", "licencia", "cambio", "parada", "suspension", "franco"] as const;
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
};

/** The own day on a date; undefined on a common day. */
export function ownDayOn(ownDays: readonly OwnDay[], date: CivilDate): OwnDay | undefined {
	return ownDays.find(({ firstDay, lastDay }) => firstDay <= date && date <= lastDay);
}
