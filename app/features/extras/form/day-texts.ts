/** Texts about entries that one form adds on several days. */
import { capitalised, lowered } from "~/lib/capitalised";
import { listed } from "~/lib/listed";
import { type CivilDate, formatDayOfMonth, formatShortDate } from "~/lib/time/civil-date";

/** What is said of each day, days with the same text together: "Lunes 2 y martes 3: de 14:00 a 22:00: 8 h al 50 %." */
export function dayTexts(said: readonly (readonly [CivilDate, string])[]): string {
	if (said.length === 1) return said[0]?.[1] ?? "";
	const days = new Map<string, CivilDate[]>();
	for (const [date, text] of said) days.set(text, [...(days.get(text) ?? []), date]);
	return [...days]
		.map(([text, dates]) => `${capitalised(listed(dates.sort().map(formatDayOfMonth)))}: ${lowered(text)}`)
		.join(" ");
}

/** A question about one of several days, with the day unless it names it. */
export function withDay(text: string, date: CivilDate): string {
	const day = formatDayOfMonth(date);
	return text.includes(day) || text.includes(formatShortDate(date)) ? text : `El ${day}: ${lowered(text)}`;
}
