/** Days of a shift calendar as events of a calendar file. */
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type OwnDay, ownDayFacts } from "~/features/shift/own-day";
import { publicOrigin } from "~/lib/env.server";
import type { CalendarEvent } from "./calendar-file.server";

const UNCONFIRMED = "Sin confirmar por tu planta.";

interface Day extends Pick<CalendarEvent, "uid" | "date" | "time" | "changedAt"> {
	letter: ShiftLetter;
	/** The day that the user entered for this date: vacation, leave, shift swap and the like. */
	ownDay?: Pick<OwnDay, "kind" | "crew">;
	holidays: readonly Holiday[];
	/** Whether an operator or the user has confirmed that the shift calendar agrees with the factory's. */
	isConfirmed: boolean;
}

/** Makes the event of a day: a shift with its time, or a whole day off. The event contains no note of the user. */
export function dayEvent({ uid, date, time, changedAt, letter, ownDay, holidays, isConfirmed }: Day) {
	const absence = ownDay && ownDayFacts[ownDay.kind].feedTitle;
	const notes = [
		...(ownDay?.kind === "cambio" ? [`Cambio de turno: el de la escuadra ${ownDay.crew}.`] : []),
		...holidays.map(describe),
		...(isConfirmed || absence ? [] : [UNCONFIRMED]),
	];
	return { uid, date, time, changedAt, title: absence ?? shiftText(letter), notes };
}

/** Makes the globally unique key of an event from `key`, which is unique on this server. */
export function uidOf(key: string): string {
	return `${key}@${new URL(publicOrigin).hostname}`;
}
