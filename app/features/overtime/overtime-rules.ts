/** What the law pays an extra with, as a dated table: a new law is a new row, and old extras keep theirs. */
import type { CivilDate } from "~/lib/civil-date";

export interface OvertimeRule {
	/** The first day on which it holds. */
	from: CivilDate;
	/** Minute of Saturday from which an extra is paid at 100 %. */
	saturdayFrom: number;
	/** Minutes of the day between which it is night: from the first to the second of the next morning. */
	night: readonly [from: number, to: number];
	/** What a day of the union is paid with. */
	gremial: 50 | 100;
	source: string;
}

/** Oldest first. */
export const overtimeRules: readonly [OvertimeRule, ...OvertimeRule[]] = [
	{
		from: "1974-09-27",
		saturdayFrom: 13 * 60,
		night: [21 * 60, 6 * 60],
		gremial: 100,
		source: "Ley de Contrato de Trabajo 20.744, art. 200 y 201; día gremial según convenio",
	},
];

/** The rule that holds on a day; before the first one, the first. */
export function ruleOn(date: CivilDate): OvertimeRule {
	return overtimeRules.findLast(({ from }) => from <= date) ?? overtimeRules[0];
}
