import { addDays, type CivilDate, datePartsOf, weekdayName } from "~/lib/time/civil-date";
import type { Choice } from "~/ui/forms/choice-field";

/** The choices of the date field: today and yesterday, with notes such as "dom 22". */
export function dateChoices(today: CivilDate): Choice[] {
	const yesterday = addDays(today, -1);
	return [
		{ value: today, label: "Hoy", note: shortDay(today) },
		{ value: yesterday, label: "Ayer", note: shortDay(yesterday) },
	];
}

function shortDay(date: CivilDate): string {
	return `${weekdayName(date).slice(0, 3)} ${datePartsOf(date).day}`;
}
