/**
 * What the law pays for an extra, as a dated table. To change the night hours or the Saturday hour from a date on:
 * 1. Add a row at the end of `overtimeRules`: `from` is its first day, the values that do not change are copied.
 * 2. Nothing else: labels and totals read the table, and seconds after the next start all stored extras are split again.
 */
import { shortClock } from "~/features/overtime/minutes";
import { addDays, type CivilDate, formatShortDate } from "~/lib/time/civil-date";

export interface OvertimeRule {
	/** The first day of the rule. */
	from: CivilDate;
	/** Minute of a Saturday from which an extra is paid at 100 %. */
	saturday100Minute: number;
	/** First minute of the night, counted from midnight. */
	nightStartMinute: number;
	/** Minute of the next day at which the night ends. */
	nightEndMinute: number;
	/** The law and its articles. */
	source: string;
}

/** At least one rule, oldest first. */
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

/** The rule of a day. Days before the first rule have the first one. */
export function ruleOn(date: CivilDate, rules: OvertimeRules = overtimeRules): OvertimeRule {
	return rules.filter(({ from }) => from <= date).pop() ?? rules[0];
}

/**
 * The night hours of a range of days: "21 a 6", or "21 a 6, desde el 01/02/2027 20 a 7" when the rule changes within it.
 * A range without a start or an end is open there. The day after its end counts too: a shift may last beyond midnight.
 */
export function nightHours(
	{ start, end }: { start?: CivilDate; end?: CivilDate },
	rules: OvertimeRules = overtimeRules,
): string {
	const first = start === undefined ? rules[0] : ruleOn(start, rules);
	return rules
		.filter(
			(rule) =>
				rule === first || (rule.from > first.from && (end === undefined || rule.from <= addDays(end, 1))),
		)
		.map((rule) => {
			const hours = [rule.nightStartMinute, rule.nightEndMinute].map(shortClock).join(" a ");
			return rule === first ? hours : `desde el ${formatShortDate(rule.from)} ${hours}`;
		})
		.join(", ");
}
