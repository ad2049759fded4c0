/** Working hours of the crews in a shift diagram. */
import type { Diagram, ShiftHours, WorkLetter } from "./cycle";

/** Legal maximum of a crew's working hours in one week and in three weeks. */
export const CREW_LIMITS = { weekHours: 56, threeWeeksHours: 144, source: "Decreto 16.115/33" } as const;

/** The maximum number of hours that a crew works in any `days` consecutive days of the cycle. */
export function maxHours({ cycle, hours }: Pick<Diagram, "cycle" | "hours">, days: number): number {
	const lengths = Array.from(cycle, (letter) => (isWork(letter) ? lengthOf(hours[letter]) : 0));
	const sums = lengths.map((_, start) =>
		Array.from({ length: days }, (_, ahead) => lengths[(start + ahead) % cycle.length] ?? 0).reduce(
			(total, length) => total + length,
			0,
		),
	);
	return Math.round(Math.max(...sums) * 100) / 100;
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
