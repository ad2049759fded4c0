import { shiftText } from "~/features/diagrams/shift-text";
import type { HolidayAnswer } from "./answers";
import { isAbsence, ownDayFacts } from "./own-day";

/** Text that says what the worker does on a holiday. The shift of the day before may end on the holiday's morning. */
export function holidayWork({ letter, ownDay, works, startsAfterNight }: HolidayAnswer): string {
	const eve = "el turno que empezó el día anterior";
	const off =
		ownDay && isAbsence(ownDay)
			? `no trabajás, ${ownDayFacts[ownDay.kind].name.toLowerCase()}`
			: "tenés franco";
	if (letter === "F") return works ? `trabajás hasta que termina ${eve}, y después ${off}` : off;
	const work = `trabajás, ${shiftText(letter).toLowerCase()}`;
	return startsAfterNight ? `${work}, y a la mañana termina ${eve}` : work;
}
