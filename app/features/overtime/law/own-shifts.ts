import type { Diagram } from "~/features/diagrams/cycle";
import { type DatedRotation, entryOn } from "~/features/shift/own-calendar";
import type { CivilDate } from "~/lib/time/civil-date";

/** The shift diagrams and crews that a user has had up to now, oldest first. */
export type OwnShifts = readonly DatedRotation[];

/** Returns the user's diagram on a date, even if the user has chosen no crew of it; undefined without a diagram. */
export function diagramOn(own: OwnShifts, date: CivilDate): Diagram | undefined {
	return entryOn(own, date)?.diagram;
}
