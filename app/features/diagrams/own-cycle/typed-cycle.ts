/** Reads a worker's own cycle as typed, and says in words what makes no sense in it. */
import { clockToMinute } from "~/lib/time/minutes";
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";
import { type Diagram, type ShiftHours, shiftNames, type WorkLetter, workLettersOf } from "../cycle";

export const OWN_CYCLE_DAYS = { min: 2, max: 84 } as const;
const MAX_SHIFT_HOURS = 16;
/** A shorter rest is allowed, but said: nobody sleeps well in it. */
const SHORT_REST_HOURS = 8;
/** Characters of a typed cycle that are read. 84 days written one by one, with separators, have half of them. */
const MAX_TYPED = 400;

/** Reads "4M 2F 4T 2F", "4m2f" or "MMMMFF": the letters of the cycle, or what is wrong with the text. */
export function readTypedCycle(text: string): { cycle: string } | { problem: string } {
	const typed = text
		.toUpperCase()
		.replace(/[\s,;.+/-]+/g, " ")
		.trim();
	if (!typed) return { problem: `Escribí tu ciclo: ${EXAMPLE}.` };
	if (typed.length > MAX_TYPED) return { problem: TOO_LONG };
	const [unknown] = /[^MTNDF\d ]/u.exec(typed) ?? [];
	if (unknown) return { problem: `«${unknown}» no es un turno: usá M, T, N, D y F.` };
	let cycle = "";
	for (const [token, days, letter] of typed.matchAll(/(\d*) ?([MTNDF])|\d+/g)) {
		const count = days ? Number(days) : 1;
		if (!letter || count === 0)
			return { problem: `No entendimos «${token}»: van los días y el turno, ${EXAMPLE}.` };
		if (count > OWN_CYCLE_DAYS.max) return { problem: TOO_LONG };
		cycle += letter.repeat(count);
	}
	const problem = problemOfCycle(cycle);
	return problem ? { problem } : { cycle };
}

function problemOfCycle(cycle: string): string | undefined {
	if (cycle.length < OWN_CYCLE_DAYS.min) return `Un ciclo tiene por lo menos ${OWN_CYCLE_DAYS.min} días.`;
	if (cycle.length > OWN_CYCLE_DAYS.max) return TOO_LONG;
	if (!cycle.includes("F")) return "Falta el franco: escribí F en los días que no trabajás.";
	return /[MTND]/.test(cycle) ? undefined : "Son todos francos: escribí también los días que trabajás.";
}

/** What is wrong with the hours of each shift, in words. */
export function problemsOfHours({
	cycle,
	hours,
}: Pick<Diagram, "cycle" | "hours">): Partial<Record<WorkLetter, string>> {
	const problems: Partial<Record<WorkLetter, string>> = {};
	for (const letter of workLettersOf({ cycle, hours })) {
		const minutes = shiftMinutes(hours[letter]);
		if (!minutes) problems[letter] = "Poné a qué hora empieza y a qué hora termina.";
		else if (minutes.length === 0) problems[letter] = "Un turno no puede empezar y terminar a la misma hora.";
		else if (minutes.length > MAX_SHIFT_HOURS * HOUR_MINUTES)
			problems[letter] = `Un turno no puede durar más de ${MAX_SHIFT_HOURS}\u00a0h.`;
	}
	for (const { from, to, minutes } of restsOf({ cycle, hours }))
		if (minutes < 0)
			problems[from] ??= `Termina después de que empieza el turno ${nameOf(to)} del día siguiente.`;
	return problems;
}

/** Sentences about the rests of a cycle that are shorter than eight hours. */
export function shortRests(diagram: Pick<Diagram, "cycle" | "hours">): string[] {
	return restsOf(diagram)
		.filter(({ minutes }) => minutes >= 0 && minutes < SHORT_REST_HOURS * HOUR_MINUTES)
		.map(({ from, to, minutes }) => {
			if (minutes === 0) return `El turno ${nameOf(to)} sigue al turno ${nameOf(from)} sin descanso.`;
			const rest = (minutes / HOUR_MINUTES).toLocaleString("es-AR", { maximumFractionDigits: 2 });
			return `Entre el turno ${nameOf(from)} y el turno ${nameOf(to)} del día siguiente descansás ${rest}\u00a0h.`;
		});
}

/** The rests between shifts of consecutive days, each pair of shifts once; negative if the shifts overlap. */
function restsOf({ cycle, hours }: Pick<Diagram, "cycle" | "hours">) {
	const letters = workLettersOf({ cycle, hours });
	const twice = cycle + cycle.charAt(0);
	return letters.flatMap((from) =>
		letters.flatMap((to) => {
			const [before, after] = [shiftMinutes(hours[from]), shiftMinutes(hours[to])];
			if (!before || !after || !twice.includes(from + to)) return [];
			return [{ from, to, minutes: DAY_MINUTES + after.start - before.start - before.length }];
		}),
	);
}

/** Start and length of a shift in minutes; undefined without two times. */
function shiftMinutes(hours: ShiftHours | undefined): { start: number; length: number } | undefined {
	const [start, end] = (hours ?? []).map(clockToMinute);
	if (start === undefined || end === undefined) return undefined;
	return { start, length: end >= start ? end - start : end - start + DAY_MINUTES };
}

function nameOf(letter: WorkLetter): string {
	return shiftNames[letter].toLowerCase();
}

const EXAMPLE = "por ejemplo, 4M 2F 4T 2F 4N 2F";
const TOO_LONG = `Un ciclo tiene como mucho ${OWN_CYCLE_DAYS.max} días.`;
