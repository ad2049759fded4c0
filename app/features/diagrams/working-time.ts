/** Working hours of the crews in a shift diagram. */
import type { Diagram, ShiftHours, WorkLetter } from "./cycle";

/** Legal maximum of a crew's working hours in one week and in three weeks. */
export const CREW_LIMITS = { weekHours: 56, threeWeeksHours: 144, source: "Decreto 16.115/33" } as const;

/** The most hours that a crew works in any `days` consecutive days. */
export function maxHours({ cycle, hours }: Pick<Diagram, "cycle" | "hours">, days: number): number {
	const lengths = Array.from(cycle, (letter) => (isWork(letter) ? lengthOf(hours[letter]) : 0));
	const lengthAt = (day: number) => lengths[day % lengths.length] ?? 0;
	let hoursInDays = 0;
	for (let day = 0; day < days; day++) hoursInDays += lengthAt(day);
	let most = hoursInDays;
	for (let first = 1; first < lengths.length; first++) {
		hoursInDays += lengthAt(first + days - 1) - lengthAt(first - 1);
		most = Math.max(most, hoursInDays);
	}
	return Math.round(most * 100) / 100;
}

function lengthOf(hours: ShiftHours | undefined): number {
	if (!hours) return 0;
	const [from, to] = hours.map((clock) => Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60);
	if (from === undefined || to === undefined) return 0;
	return to > from ? to - from : to - from + 24;
}

function isWork(letter: string): letter is WorkLetter {
	return letter !== "F";
}
