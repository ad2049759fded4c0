import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { type CrewLetter, crewsOf } from "~/features/diagrams/cycle";
import { entryOn } from "~/features/shift/own-calendar";
import { type OwnDay, ownDayName, rangeText } from "~/features/shift/own-day";
import { crewOf, type Rotation } from "~/features/shift/rotation";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { carriedFields, parseFields, readFields, requireIdFile, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import { hoursText, totalHoursToMinutes } from "~/lib/time/minutes";
import { plantToday } from "~/lib/time/plant-clock.server";
import { listDatedRotations, sumShiftMinutes } from "./find-own-calendar.server";
import type { OwnDayField } from "./own-day-form";
import { ownDaySchemaOn } from "./own-day-schemas";
import { createOwnDay, MAX_OWN_DAYS, type OwnDayValues, updateOwnDay } from "./own-days.server";

/**
 * Saves the form of own days (vacation, leave and the like).
 * @param edited the own days before the edit; undefined for new ones
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for missing own days
 */
export async function saveOwnDayAction(request: Request, userId: string, edited?: OwnDay) {
	const schema = ownDaySchemaOn(plantToday());
	const fields = await readFields(request, ["idFile", ...carriedFields, ...Object.keys(schema.shape)]);
	const id = requireIdFile(edited?.id ?? fields.idFile);
	const submission = parseFields(fields, schema);
	const show = async (result: SubmissionResult<string[]>, status?: number, current?: OwnDay) => {
		const saved = current && (await toFormValues(userId, current));
		const version = current ? versionOfOwnDay(current) : fields.version;
		return json({ result, idFile: id, version, saved, isResumed: Boolean(fields.resume) }, { status });
	};
	if (fields.resume) return show(typedIn(fields, schema));
	if (submission.status !== "success") return show(submission.reply(), 400);
	const refuse = (errors: Parameters<typeof submission.reply>[0], status = 400, current?: OwnDay) =>
		show(submission.reply(errors), status, current);
	const { kind, firstDay, lastDay = firstDay, crew, bankHours, note = "" } = submission.value;
	const typed = { kind, firstDay, lastDay, crew: (kind === "cambio" && crew) || null, note };
	try {
		const bankMinutes =
			kind === "banco" ? (bankHours ?? (await sumShiftMinutes(userId, firstDay, lastDay))) : null;
		if (bankMinutes === 0) return refuse({ fieldErrors: { bankHours: [UNKNOWN_HOURS] } });
		// If the user typed no hours, `bankMinutes` is the sum of the worker's shifts. Refuses a sum above the maximum for
		// typed hours.
		if (bankMinutes && !totalHoursToMinutes(hoursText(bankMinutes)))
			return refuse({ fieldErrors: { bankHours: [TOO_MANY_HOURS] } });
		const values: OwnDayValues = { ...typed, bankMinutes };
		const crewProblem = await problemOfCrew(userId, values);
		if (crewProblem) return refuse({ fieldErrors: { crew: [crewProblem] } });
		const key = { userId, id };
		const isPresent = (current: OwnDay) => versionOfOwnDay(current) === fields.version;
		const isCurrent = fields.version === undefined ? undefined : isPresent;
		const save = edited ? updateOwnDay : createOwnDay;
		const saved = await save(key, values, isCurrent);
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") return refuse({ formErrors: [FULL] }, 409);
		if (saved.status === "stale") return refuse({ formErrors: [STALE] }, 409, saved.current);
		if (saved.status === "overlaps")
			return refuse({ fieldErrors: { firstDay: [overlapText(saved.other)] } }, 409);
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("own_day_not_saved", error);
		if (isDiskFull(error)) return refuse({ formErrors: [diskFullMessage] }, 507);
		return refuse({ formErrors: [OURS] }, 500);
	}
	throw await redirectWithToast(`/auth/my-days?month=${firstDay.slice(0, 7)}`, {
		text: `${edited ? "Cambiado" : "Anotado"}: ${inSentence(typed)}.`,
	});
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
async function problemOfCrew(
	userId: string,
	{ crew, firstDay, lastDay }: OwnDayValues,
): Promise<string | undefined> {
	if (!crew) return undefined;
	const rotations = await listDatedRotations(userId);
	for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
		const problem = problemOfCrewIn(entryOn(rotations, date)?.rotation, crew);
		if (problem)
			return firstDay === lastDay ? problem : `El ${formatShortDate(date)}: ${lowerFirst(problem)}`;
	}
	return undefined;
}

function problemOfCrewIn(rotation: Rotation | undefined, crew: CrewLetter): string | undefined {
	if (!rotation) return "Para anotar un cambio, decí antes en Mi turno cuál es tu turno.";
	const crews = crewsOf(rotation.diagram);
	if (!crews.includes(crew))
		return `Tu diagrama tiene las escuadras ${crews.join(", ")}. Elegí una de ellas.`;
	// The worker found this calendar by their shifts. Without a confirmed diagram, the letters of all crews are unknown.
	if (rotation.isOwnPosition && !rotation.diagram.anchorConfirmed)
		return `Tu planta todavía no confirmó las letras, así que no sabemos qué turno hace la ${crew}.`;
	return crewOf(rotation) === crew ? "Esa es tu escuadra: elegí con cuál cambiás." : undefined;
}

function overlapText(other: OwnDay): string {
	return `Ya tenés ${inSentence(other)}. Editá esos días o elegí otros.`;
}

function inSentence(ownDay: OwnDayValues): string {
	return `${lowerFirst(ownDayName(ownDay))} ${rangeText(ownDay)}`;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

const UNKNOWN_HOURS = "Esos días no tenés turno, o no sabemos cuál: escribí cuántas horas te descuentan.";
const TOO_MANY_HOURS = "Tus turnos de esos días suman más de 999 horas: anotalos en partes.";
const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
const FULL = `Llegaste a ${MAX_OWN_DAYS.toLocaleString("es-AR")} días o períodos anotados. Eliminá los que ya no necesites.`;
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
