import { withoutZeroMinutes } from "~/features/diagrams/shift-hours";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import type { ReliefAnswer, ShiftAnswers } from "./answers";
import { dayText } from "./now-text";

/**
 * Whom the worker relieves and by whom the worker is relieved: "Hoy relevás a la C y te releva la D.", or with a
 * moment for each when the shift ends on another day than it starts. Empty when neither crew is known.
 */
export function reliefText({
	relief,
	now,
	today,
}: Pick<ShiftAnswers, "relief" | "now"> & { today: CivilDate }) {
	if (!relief) return "";
	const { date, startsAt, endDate, endsAt, relieves, relievedBy } = relief;
	if (date === endDate) return sameDayText(relief, today);
	// Who works a night has already relieved another crew.
	const isRunning = now?.date === date;
	return [
		relieves && !isRunning && `Relevás a la ${relieves} ${momentText(date, startsAt, today)}.`,
		relievedBy && `Te releva la ${relievedBy} ${momentText(endDate, endsAt, today)}.`,
	]
		.filter(Boolean)
		.join(" ");
}

function sameDayText({ date, relieves, relievedBy }: ReliefAnswer, today: CivilDate): string {
	const parts = [relieves && `relevás a la ${relieves}`, relievedBy && `te releva la ${relievedBy}`].filter(
		Boolean,
	);
	if (parts.length === 0) return "";
	return `${date === today ? "Hoy" : `El ${dayText(date, today)}`} ${parts.join(" y ")}.`;
}

/** "hoy a las 22", "mañana, domingo 22, a las 06", "el lunes 23 a las 06". */
function momentText(date: CivilDate, time: string, today: CivilDate): string {
	const at = `a las ${withoutZeroMinutes(time)}`;
	if (date === today) return `hoy ${at}`;
	if (date === addDays(today, 1)) return `mañana, ${formatDayOfMonth(date)}, ${at}`;
	return `el ${dayText(date, today)} ${at}`;
}
