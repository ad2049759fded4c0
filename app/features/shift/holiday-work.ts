import { shiftText } from "~/features/diagrams/shift-text";
import type { HolidayAnswer } from "./answers";

/** Whether and when the worker works on a holiday. A shift of the day before may end on the holiday's morning. */
export function holidayWork({ letter, works, startsAfterNight }: HolidayAnswer): string {
	const eve = "el turno que empezó el día anterior";
	if (letter === "F")
		return works ? `trabajás hasta que termina ${eve}, y después tenés franco` : "tenés franco";
	const work = `trabajás, ${shiftText(letter).toLowerCase()}`;
	return startsAfterNight ? `${work}, y a la mañana termina ${eve}` : work;
}
