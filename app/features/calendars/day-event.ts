/** Days of a shift calendar as events of a calendar file. */
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import type { OwnDay, OwnDayKind } from "~/features/shift/own-day";
import type { CalendarEvent } from "./calendar-file.server";

/**
 * Titles of the days on which a person does not work. A feed's address may leak, so it tells of a leave (licencia), a
 * suspension and hours from the bank only that the person is absent.
 */
const ABSENCES: Partial<Record<OwnDayKind, string>> = {
	vacaciones: "Vacaciones",
	licencia: "Ausente",
	parada: "Parada",
	suspension: "Ausente",
	franco: "Franco compensatorio",
	banco: "Ausente",
};

const UNCONFIRMED = "Sin confirmar por tu planta.";

interface Day extends Pick<CalendarEvent, "uid" | "date" | "time" | "changedAt"> {
	letter: ShiftLetter;
	/** The own day of the person whose calendar this is. */
	ownDay?: Pick<OwnDay, "kind" | "crew">;
	/** The holidays of the date. */
	holidays: readonly Holiday[];
	/** Whether somebody has confirmed that the calendar agrees with the factory's. */
	isConfirmed: boolean;
}

/** The event of a day: a shift with its time, or a day off that lasts the whole day. Never contains a person's note. */
export function dayEvent({
	uid,
	date,
	time,
	changedAt,
	letter,
	ownDay,
	holidays,
	isConfirmed,
}: Day): CalendarEvent {
	const absence = ownDay && ABSENCES[ownDay.kind];
	const notes = [
		...(ownDay?.kind === "cambio" ? [`Cambio de turno: el de la escuadra ${ownDay.crew}.`] : []),
		...holidays.map(describe),
		...(isConfirmed || absence ? [] : [UNCONFIRMED]),
	];
	return { uid, date, time, changedAt, title: absence ?? shiftText(letter), notes };
}
