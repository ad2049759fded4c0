/**
 * The legal rules for overtime pay. Each rule applies from its first day on, until the next rule starts. To change a
 * rule:
 * 1. Add a rule at the end of `overtimeRules` with its first day in `from`, and copy the unchanged values.
 * 2. Restart the server, which recomputes all stored entries. Labels and totals need no change.
 */
import { counted } from "~/lib/counted";
import { addDays, type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { shortClock } from "~/lib/time/minutes";
import type { DateRange } from "./pay-period";

interface OvertimeRule {
	from: CivilDate;
	/** Minutes since midnight from which Saturdays have a 100 % premium. */
	saturday100Minute: number;
	/** Evening start of the night hours, in minutes since midnight. */
	nightStartMinute: number;
	/** Morning end of the night hours, in minutes since midnight. */
	nightEndMinute: number;
	/** Law and articles that the rule comes from, shown on the page with the working hours of a year. */
	source: string;
}

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

/** The rule that applies on a day. The first rule also applies to all earlier days. */
export function ruleOn(date: CivilDate, rules: OvertimeRules = overtimeRules): OvertimeRule {
	return rules.reduce((found, rule) => (rule.from <= date ? rule : found), rules[0]);
}

/**
 * Names the night hours of a date range: "21 a 6", or "21 a 6, desde el 01/02/2027 20 a 7". Without `start`, the range
 * contains all earlier days; without `end`, all later days. Also names a change of the night hours on the day after
 * `end`, because a shift may last beyond midnight.
 */
export function nightHours(range: Partial<DateRange>, rules: OvertimeRules = overtimeRules): string {
	return textsOf(range, rules, ({ nightStartMinute, nightEndMinute }) =>
		[nightStartMinute, nightEndMinute].map(shortClock).join(" a "),
	).join(", ");
}

/** Says how many entries a sum of night hours leaves out: ", sin contar 2 extras sin hora de entrada"; "" for none. */
export function nightLeftOut(withoutStart: number): string {
	return withoutStart > 0 ? `, sin contar ${counted(withoutStart, "extra")} sin hora de entrada` : "";
}

/** Sources of the rules of a date range, separated by semicolons. */
export function ruleSources(range: Partial<DateRange>, rules: OvertimeRules = overtimeRules): string {
	return textsOf(range, rules, ({ source }) => source).join("; ");
}

/**
 * Returns the texts of the rules that apply in a date range or on the day after it. A text after the first begins with
 * its first day: "desde el 01/02/2027 …". Consecutive rules with the same text give the text only once.
 */
function textsOf(range: Partial<DateRange>, rules: OvertimeRules, textOf: (rule: OvertimeRule) => string) {
	const { start, end } = range;
	const first = start === undefined ? rules[0] : ruleOn(start, rules);
	const next = rules.filter(
		({ from }) => from > first.from && (end === undefined || from <= addDays(end, 1)),
	);
	const changes = next.filter((rule, index) => textOf(rule) !== textOf(next[index - 1] ?? first));
	return [textOf(first), ...changes.map((rule) => `desde el ${formatShortDate(rule.from)} ${textOf(rule)}`)];
}
