/** What the law pays an extra with, as a dated table: a new law is a new row, and old extras keep theirs. */

import { spokenClock } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";

export interface OvertimeRule {
	/** The first day on which it holds. */
	from: CivilDate;
	/** Minute of Saturday from which an extra is paid at 100 %. */
	saturdayFrom: number;
	/** Minutes of the day between which it is night: from the first to midnight, and from midnight to the second. */
	night: readonly [from: number, to: number];
	source: string;
}

/** Never empty, oldest first. */
export type OvertimeRules = readonly [OvertimeRule, ...OvertimeRule[]];

export const overtimeRules: OvertimeRules = [
	{
		from: "1974-09-27",
		saturdayFrom: 13 * 60,
		night: [21 * 60, 6 * 60],
		source: "Ley de Contrato de Trabajo 20.744, art. 200 y 201",
	},
];

/** The rule that holds on a day; before the first one, the first. */
export function ruleOn(date: CivilDate, rules: OvertimeRules = overtimeRules): OvertimeRule {
	return rules.filter(({ from }) => from <= date).pop() ?? rules[0];
}

/**
 * What is night from one day to another, as each rule of these days says it: "21 a 6", or "21 a 6, desde el 01/02/2027 20
 * a 7". An end that is not given is open.
 */
export function nightHours(
	{ start, end }: { start?: CivilDate; end?: CivilDate },
	rules: OvertimeRules = overtimeRules,
): string {
	const first = start === undefined ? rules[0] : ruleOn(start, rules);
	return rules
		.filter((rule) => rule === first || (rule.from > first.from && (end === undefined || rule.from <= end)))
		.map((rule) => {
			const hours = rule.night.map(spokenClock).join(" a ");
			return rule === first ? hours : `desde el ${formatShortDate(rule.from)} ${hours}`;
		})
		.join(", ");
}
