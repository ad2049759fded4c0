import type * as z from "zod/mini";
import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { rotationOn } from "~/features/shift/own-calendar";
import { type OwnDay, ownDayName, rangeText } from "~/features/shift/own-day";
import { areLettersSure, crewOf, type Rotation } from "~/features/shift/rotation";
import { lowered } from "~/lib/capitalised";
import { carriedFields, readFields, requireIdFile } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import { hoursText, totalHoursToMinutes } from "~/lib/time/minutes";
import { plantToday } from "~/lib/time/plant-clock.server";
import { listDatedRotations, sumShiftMinutes } from "./find-own-calendar.server";
import type { OwnDayField } from "./own-day-form";
import { ownDaySchemaOn } from "./own-day-schemas";
import { MAX_OWN_DAYS, type OwnDayValues, saveOwnDay } from "./own-days.server";

/**
 * Saves the form of own days.
 * @param edited the own days before the edit; undefined for new ones
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for missing own days
 */
export async function saveOwnDayAction(request: Request, userId: string, edited?: OwnDay) {
	const schema = ownDaySchemaOn(plantToday());
	const fields = await readFields(request, ["idFile", ...carriedFields, ...Object.keys(schema.shape)]);
	const id = requireIdFile(edited?.id ?? fields.idFile);
	return saveRecordForm(fields, schema, {
		full: FULL,
		toForm: (current: OwnDay) => toFormValues(userId, current),
		versionOf: versionOfOwnDay,
		more: () => ({ idFile: id }),
		async save(typed, isPresent) {
			const { kind, firstDay, lastDay = firstDay, bankHours } = typed;
			const bankMinutes =
				kind === "banco" ? (bankHours ?? (await sumShiftMinutes(userId, firstDay, lastDay))) : null;
			if (bankMinutes === 0) return { status: "refused", field: "bankHours", error: UNKNOWN_HOURS };
			// If the user typed no hours, `bankMinutes` is the sum of the worker's shifts. Refuses a sum above the maximum for
			// typed hours.
			if (bankMinutes && !totalHoursToMinutes(hoursText(bankMinutes)))
				return { status: "refused", field: "bankHours", error: TOO_MANY_HOURS };
			const values = { ...typedDays(typed), bankMinutes };
			const crewProblem = await problemOfCrew(userId, values);
			if (crewProblem) return { status: "refused", field: "crew", error: crewProblem };
			const saved = await saveOwnDay({ userId, id }, values, { isEdit: edited !== undefined, isPresent });
			if (saved.status !== "overlaps") return saved;
			return { status: "refused", field: "firstDay", error: overlapText(saved.other), code: 409 };
		},
		next: (typed, status) => [
			`/auth/my-days?month=${typed.firstDay.slice(0, 7)}`,
			{
				text: `${edited || status === "changed" ? "Cambiado" : "Anotado"}: ${inSentence(typedDays(typed))}.`,
			},
		],
	});
}

type Typed = z.output<ReturnType<typeof ownDaySchemaOn>>;

function typedDays({ kind, firstDay, lastDay = firstDay, crew, note = "" }: Typed): OwnDayValues {
	return { kind, firstDay, lastDay, crew: (kind === "cambio" && crew) || null, note };
}

/**
 * Returns the form's values. If the hours taken from the hours bank equal the sum of the worker's shifts, leaves their
 * field empty: the sum is then computed again when the days change.
 */
export async function toFormValues(
	userId: string,
	{ kind, firstDay, lastDay, crew, bankMinutes, note }: OwnDay,
): Promise<Record<OwnDayField, string | null>> {
	const isSum = bankMinutes && bankMinutes === (await sumShiftMinutes(userId, firstDay, lastDay));
	return {
		kind,
		firstDay,
		lastDay: lastDay === firstDay ? null : lastDay,
		crew,
		bankHours: bankMinutes && !isSum ? hoursText(bankMinutes) : null,
		note: note || null,
	};
}

/** Returns the version (a hash) of stored own days, by which the server recognises that a form is out of date. */
export function versionOfOwnDay({ kind, firstDay, lastDay, crew, bankMinutes, note }: OwnDay): string {
	return versionOf({ kind, firstDay, lastDay, crew, bankMinutes, note });
}

/**
 * Returns why the worker cannot work the shifts of the crew `crew` from `firstDay` to `lastDay`; undefined if the worker
 * can. The message is about the first day with a problem.
 */
async function problemOfCrew(userId: string, { crew, firstDay, lastDay }: OwnDayValues) {
	if (!crew) return undefined;
	const rotations = await listDatedRotations(userId);
	for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
		const problem = problemOfCrewIn(rotationOn(rotations, date), crew);
		if (problem) return firstDay === lastDay ? problem : `El ${formatShortDate(date)}: ${lowered(problem)}`;
	}
	return undefined;
}

function problemOfCrewIn(rotation: Rotation | undefined, crew: CrewLetter): string | undefined {
	if (!rotation) return "Para anotar un cambio, decí antes en Mi turno cuál es tu turno.";
	const crews = crewsOf(rotation.diagram);
	if (crews.length === 0) return "Tu ciclo es tuyo, sin escuadras: no hay con quién cambiar.";
	if (!crews.includes(crew))
		return `Tu diagrama tiene las escuadras ${crews.join(", ")}. Elegí una de ellas.`;
	// The worker found this calendar by their shifts. Without a confirmed diagram, the letters of all crews are unknown.
	if (!areLettersSure(rotation))
		return `Tu planta todavía no confirmó las letras, así que no sabemos qué turno hace la ${crew}.`;
	return crewOf(rotation) === crew ? "Esa es tu escuadra: elegí con cuál cambiás." : undefined;
}

function overlapText(other: OwnDay): string {
	return `Ya tenés ${inSentence(other)}. Editá esos días o elegí otros.`;
}

function inSentence(ownDay: OwnDayValues): string {
	return `${lowered(ownDayName(ownDay))} ${rangeText(ownDay)}`;
}

const UNKNOWN_HOURS = "Esos días no tenés turno, o no sabemos cuál: escribí cuántas horas te descuentan.";
const TOO_MANY_HOURS = "Tus turnos de esos días suman más de 999 horas: anotalos en partes.";
const FULL = `Llegaste a ${MAX_OWN_DAYS.toLocaleString("es-AR")} días o períodos anotados. Eliminá los que ya no necesites.`;
