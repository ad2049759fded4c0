/**
 * The legal rules for overtime pay, as a table: each row applies from the date in `from`. To change the night hours,
 * or the hour on Saturdays from which overtime has a 100 % premium:
 * 1. Add a row at the end of `overtimeRules`: `from` is the first day of the new rule. Copy the unchanged values.
 * 2. Restart the server, which recomputes all stored overtime entries. Labels and totals read the table.
 */
import { shortClock } from "~/features/overtime/minutes";
import { addDays, type CivilDate, formatShortDate } from "~/lib/time/civil-date";

export interface OvertimeRule {
	/** First day on which the rule applies. */
	from: CivilDate;
	/** Time on a Saturday from which overtime has a 100 % premium, in minutes since midnight. */
	saturday100Minute: number;
	/** Start of the night hours in the evening, in minutes since midnight. */
	nightStartMinute: number;
	/** End of the night hours in the morning, in minutes since midnight. */
	nightEndMinute: number;
	/** The law and the articles that contain the rule. The page of a worker's year shows this text. */
	source: string;
}

interface OpenRange {
	start?: CivilDate;
	end?: CivilDate;
}

/** The overtime rules, oldest first; at least one rule. */
export type OvertimeRules = readonly [OvertimeRule, ...OvertimeRule[]];

export const overtimeRules: OvertimeRules = [
	{
		from: "1974-09-27",
		saturday100Minute: 13 * 60,
		nightStartMinute: 21 * 60,
		nightEndMinute: 6 * 60,
		source: "Ley de Contrato de Trabajo 20.744, art. 200 y 201",
	},
];

/** The overtime rule that applies on a day. Days before the first rule use the first rule. */
export function ruleOn(date: CivilDate, rules: OvertimeRules = overtimeRules): OvertimeRule {
	return rules.filter(({ from }) => from <= date).pop() ?? rules[0];
}

/**
 * Formats the night hours of a date range: "21 a 6", or "21 a 6, desde el 01/02/2027 20 a 7" when the rule changes
 * within the range. A range without a start or an end is unlimited on that side; the day after the end counts too,
 * because a shift may last beyond midnight.
 */
export function nightHours(range: OpenRange, rules: OvertimeRules = overtimeRules): string {
	return textsOf(range, rules, ({ nightStartMinute, nightEndMinute }) =>
		[nightStartMinute, nightEndMinute].map(shortClock).join(" a "),
	).join(", ");
}

/** Names the sources of the rules of a date range, in the form of `nightHours`, separated by semicolons. */
export function ruleSources(range: OpenRange, rules: OvertimeRules = overtimeRules): string {
	return textsOf(range, rules, ({ source }) => source).join("; ");
}

/** The texts of the rules that apply in a date range. A text that equals the previous one is left out. */
function textsOf(
	{ start, end }: OpenRange,
	rules: OvertimeRules,
	textOf: (rule: OvertimeRule) => string,
): string[] {
	const first = start === undefined ? rules[0] : ruleOn(start, rules);
	const changes = rules
		.filter(({ from }) => from > first.from && (end === undefined || from <= addDays(end, 1)))
		.map((rule) => ({ from: rule.from, text: textOf(rule) }));
	const texts = [textOf(first)];
	let current = textOf(first);
	for (const { from, text } of changes) {
		if (text !== current) texts.push(`desde el ${formatShortDate(from)} ${text}`);
		current = text;
	}
	return texts;
}
