import { formatHours } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";

/** Maximum overtime in a month and in a year without an authorisation (Decreto 484/2000). */
const MONTH_MINUTES = 30 * HOUR_MINUTES;
const YEAR_MINUTES = 200 * HOUR_MINUTES;

export interface Worked {
	workedMinutes: number;
	plannedMinutes: number;
}

/** Warnings about the overtime of the current month and year, planned entries included. */
export function sumWarnings({ month, year }: { month: Worked; year: Worked }): string[] {
	return [
		sumLine("Este mes", month, MONTH_MINUTES, "30 por mes"),
		sumLine("Este año", year, YEAR_MINUTES, "200 por año"),
	].filter((line) => line !== undefined);
}

function sumLine(name: string, sum: Worked, maxMinutes: number, limit: string): string | undefined {
	const [worked, all] = [sum.workedMinutes, sum.workedMinutes + sum.plannedMinutes];
	if (all <= maxMinutes) return undefined;
	const wouldBe = `si hacés lo anotado, serían ${formatHours(all)}`;
	const told =
		worked === 0
			? `${name}, ${wouldBe} horas extra`
			: `${name} llevás ${formatHours(worked)} horas extra${all > worked ? ` y, ${wouldBe}` : ""}`;
	return `${told}. Sin autorización, el tope es de ${limit} (Decreto 484/2000).`;
}
