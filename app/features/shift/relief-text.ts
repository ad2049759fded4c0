import { type CrewLetter, crewLetters, workLettersOf } from "~/features/diagrams/cycle";
import { withoutZeroMinutes } from "~/features/diagrams/shift-hours";
import { shiftText } from "~/features/diagrams/shift-text";
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, formatDayOfMonth, modulo } from "~/lib/time/civil-date";
import type { ShiftAnswers } from "./answers";
import { dayText } from "./now-text";
import { crewText } from "./other-crews";
import type { ReliefAnswer } from "./relief";
import { rotationOf } from "./rotation";

/**
 * Names the crews that work before and after the worker's shift: "Hoy relevás a la C y te releva la D." For a shift
 * that ends on the next day, adds dates and times. While the factory's crew letters are unknown, names crews by their
 * shifts. Returns "" if no crew works before or after the shift.
 */
export function reliefText({
	relief,
	now,
	today,
}: Pick<ShiftAnswers, "relief" | "now"> & { today: CivilDate }) {
	if (!relief) return "";
	const { date, startsAt, endDate, endsAt } = relief;
	const relieved = relievedText(relief, today);
	const relieving = relievingText(relief, today);
	if (date === endDate) return sameDayText(date, [relieved, relieving], today);
	// While the shift runs, the worker has already relieved the previous crew.
	const isRunning = now?.date === date;
	// Puts the time first if the crews' letters are unknown. A crew's name may then end in "turno mañana" (morning),
	// and "mañana" (tomorrow) directly after this name would be unreadable.
	const sentence = (words: string, moment: string) =>
		relief.areLettersSure ? `${capitalised(words)} ${moment}.` : `${capitalised(moment)} ${words}.`;
	return [
		relieved && !isRunning && sentence(`relevás a ${relieved}`, momentText(date, startsAt, today)),
		relieving && sentence(`te releva ${relieving}`, momentText(endDate, endsAt, today)),
	]
		.filter(Boolean)
		.join(" ");
}

function sameDayText(date: CivilDate, [relieved, relieving]: [string, string], today: CivilDate): string {
	const parts = [relieved && `relevás a ${relieved}`, relieving && `te releva ${relieving}`].filter(Boolean);
	if (parts.length === 0) return "";
	return `${date === today ? "Hoy" : `El ${dayText(date, today)}`} ${parts.join(" y ")}.`;
}

/** Names the crew that goes off duty when the worker's shift starts; "" if there is none. */
function relievedText(relief: ReliefAnswer, today: CivilDate): string {
	const { relieves, areLettersSure, date } = relief;
	if (!relieves || areLettersSure) return relieves ? `la ${relieves}` : "";
	return date === today
		? `la escuadra que sale del ${neighbourText(relief, -1)}`
		: relativeText(relief, relieves, today);
}

/** Names the crew that comes on duty when the worker's shift ends; "" if there is none. */
function relievingText(relief: ReliefAnswer, today: CivilDate): string {
	const { relievedBy, areLettersSure, endDate } = relief;
	if (!relievedBy || areLettersSure) return relievedBy ? `la ${relievedBy}` : "";
	return endDate === today
		? `la escuadra que entra al ${neighbourText(relief, 1)}`
		: relativeText(relief, relievedBy, today);
}

/** Names the shift that precedes (`step` −1) or follows (1) the worker's shift in the factory: "turno noche". */
function neighbourText({ diagram, letter }: ReliefAnswer, step: 1 | -1): string {
	const letters = workLettersOf(diagram);
	return shiftText(letters[modulo(letters.indexOf(letter) + step, letters.length)] ?? letter).toLowerCase();
}

/**
 * Names a crew by its shift today, because it is unknown which letters the factory uses for its crews. In `diagram`, the
 * letter A means the worker's own crew.
 */
function relativeText({ diagram }: ReliefAnswer, crew: CrewLetter, today: CivilDate): string {
	if (crew === crewLetters[0]) return "tu escuadra";
	return crewText({ value: crew, rotation: rotationOf(diagram, crew) }, today);
}

/** Returns a time as "hoy a las 22", "mañana, domingo 22, a las 06" or "el lunes 23 a las 06". */
function momentText(date: CivilDate, time: string, today: CivilDate): string {
	const at = `a las ${withoutZeroMinutes(time)}`;
	if (date === today) return `hoy ${at}`;
	if (date === addDays(today, 1)) return `mañana, ${formatDayOfMonth(date)}, ${at}`;
	return `el ${dayText(date, today)} ${at}`;
}
