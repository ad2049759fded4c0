import { withoutZeroMinutes } from "~/features/diagrams/shift-hours";
import { capitalised } from "~/lib/capitalised";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import type { ShiftAnswers } from "./answers";
import { dayText } from "./now-text";

/**
 * Names the crews that work before and after the worker's shift: "Hoy relevás a la C y te releva la D." For a shift
 * that ends on the next day, adds dates and times. Returns "" while the factory's crew letters are unknown, and if no
 * crew works before or after the shift.
 */
export function reliefText({
	relief,
	now,
	today,
}: Pick<ShiftAnswers, "relief" | "now"> & { today: CivilDate }) {
	if (!relief) return "";
	const { date, startsAt, endDate, endsAt, relieves, relievedBy } = relief;
	const relieved = relieves && `relevás a la ${relieves}`;
	const relieving = relievedBy && `te releva la ${relievedBy}`;
	if (date === endDate) return sameDayText(date, [relieved, relieving], today);
	// While the shift runs, the worker has already relieved the previous crew.
	const isRunning = now?.date === date;
	return [
		relieved && !isRunning && `${capitalised(relieved)} ${momentText(date, startsAt, today)}.`,
		relieving && `${capitalised(relieving)} ${momentText(endDate, endsAt, today)}.`,
	]
		.filter(Boolean)
		.join(" ");
}

function sameDayText(date: CivilDate, parts: (string | undefined)[], today: CivilDate): string {
	const said = parts.filter(Boolean);
	if (said.length === 0) return "";
	return `${date === today ? "Hoy" : `El ${dayText(date, today)}`} ${said.join(" y ")}.`;
}

/** Returns a time as "hoy a las 22", "mañana, domingo 22, a las 06" or "el lunes 23 a las 06". */
function momentText(date: CivilDate, time: string, today: CivilDate): string {
	const at = `a las ${withoutZeroMinutes(time)}`;
	if (date === today) return `hoy ${at}`;
	if (date === addDays(today, 1)) return `mañana, ${formatDayOfMonth(date)}, ${at}`;
	return `el ${dayText(date, today)} ${at}`;
}
