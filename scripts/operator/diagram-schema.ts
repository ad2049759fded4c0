import * as z from "zod";
import { workLettersOf } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { listed } from "~/lib/listed";
import { parseCivilDate } from "~/lib/time/civil-date";
import { type CoverageFault, findCoverageFault } from "./coverage";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "las horas se escriben como 06:00");
const hours = z
	.tuple([time, time], 'cada turno lleva su hora de inicio y de fin: ["06:00", "14:00"]')
	.refine(([start, end]) => start !== end, "un turno no puede empezar y terminar a la misma hora");

/**
 * Schema of a diagram in a file that an operator imports. Also checks that the cycle has `crews × offset` letters: each
 * crew is `offset` days behind the previous crew. Each shift must have hours, and exactly one crew on every date (on a
 * weekday when the plant is closed, at most one).
 */
export const diagramSchema = z
	.strictObject({
		id: z.string().refine((id) => findDiagramName(id), "no es uno de los once diagramas"),
		cycle: z.string().regex(/^[MTNDF]{1,300}$/, "el ciclo lleva solo las letras M, T, N, D y F"),
		crews: z.int().min(1, "entre 1 y 5 escuadras").max(5, "entre 1 y 5 escuadras"),
		offset: z.int().min(1, "el desfase va de 1 a 60 días").max(60, "el desfase va de 1 a 60 días"),
		anchor: z.string().refine(parseCivilDate, "la fecha se escribe como 2024-01-01"),
		// True by default: an operator who writes a diagram knows its anchor date (first day of crew A's cycle).
		anchorConfirmed: z.boolean("anchorConfirmed es true o false").default(true),
		hours: z.strictObject({
			M: hours.optional(),
			T: hours.optional(),
			N: hours.optional(),
			D: hours.optional(),
		}),
		closedWeekdays: z
			.array(z.int().min(1).max(7), "los días de cierre van de 1 (lunes) a 7 (domingo)")
			.max(6, "al menos un día de la semana se trabaja"),
	})
	.superRefine((diagram, context) => {
		const refuse = (path: string, message: string) =>
			context.addIssue({ code: "custom", path: [path], message });
		const length = diagram.crews * diagram.offset;
		if (diagram.cycle.length !== length) {
			refuse(
				"cycle",
				`el ciclo tiene ${diagram.cycle.length} letras y tienen que ser ${length} (escuadras × desfase)`,
			);
			return;
		}
		if (workLettersOf(diagram).length === 0) refuse("cycle", "el ciclo no tiene ningún turno de trabajo");
		const withoutHours = workLettersOf(diagram).find((letter) => !diagram.hours[letter]);
		if (withoutHours) refuse("hours", `faltan las horas del turno ${withoutHours}`);
		const fault = findCoverageFault(diagram);
		if (fault) refuse("cycle", describeFault(fault));
	});

/** Error message for a shift without a crew or with several crews: "el 2024-01-07 nadie hace el turno M". */
export function describeFault({ date, shift, crews }: CoverageFault): string {
	return crews.length === 0
		? `el ${date} nadie hace el turno ${shift}`
		: `el ${date} hacen el turno ${shift} las escuadras ${listed(crews)} a la vez`;
}
