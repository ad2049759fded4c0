import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { estimateOf } from "~/features/overtime/agreement/estimates.server";
import { findPayTerms } from "~/features/overtime/agreement/pay-terms.server";
import {
	type Extra,
	type ExtraValues,
	hasDuplicate,
	MAX_EXTRAS,
} from "~/features/overtime/extras/extras.server";
import { createExtra, updateExtra } from "~/features/overtime/extras/write-extra.server";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { startOf } from "~/features/overtime/law/start-proposal";
import { extraChoices, extraSchemaOn } from "~/features/overtime/schemas";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { carriedFields, parseFields, readFields, requireIdFile, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { shownName, takeOthers } from "~/lib/forms/other-choice";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { todayIn } from "~/lib/time/civil-date";
import { toFormValues, toValues, typedExtra } from "./extra-values.server";
import { findFormCalendar } from "./form-calendar.server";
import { ruleAnswer } from "./rule-answer";
import { shiftChoices } from "./shift-choices";

/**
 * Saves the form of an overtime entry. If the start time is empty, the time that `startOf` proposes is saved. The legal
 * rule computes the 50 % and 100 % hours unless the worker typed them.
 * @param edited the entry before the edit; undefined for a new entry
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for a missing entry
 */
export async function saveExtraAction(request: Request, userId: string, edited?: Extra) {
	const today = todayIn(env.TZ_APP);
	const extraSchema = extraSchemaOn(today);
	const shape = Object.keys(extraSchema.shape);
	const names = ["idFile", ...carriedFields, ...shape, ...extraChoices.map(shownName)];
	const fields = takeOthers(await readFields(request, names), extraChoices);
	const idFile = requireIdFile(edited?.idFile ?? fields.idFile);
	const { calendar, date } = await findFormCalendar(userId, today, fields.date);
	const submission = parseFields(fields, extraSchema);
	const show = (result: SubmissionResult<string[]>, { status, failure, current }: Shown = {}) => {
		const saved = current && toFormValues(current);
		const version = saved ? versionOf(saved) : fields.version;
		const choices = shiftChoices(calendar, today, date);
		const isResumed = Boolean(fields.resume);
		return json({ result, idFile, version, saved, failure, isResumed, choices }, { status });
	};
	const refuse = ({ formErrors, ...shown }: Shown & { formErrors?: string[] } = {}) =>
		show(submission.reply({ formErrors }), { status: 400, ...shown });
	if (fields.resume) return show(typedIn(fields, extraSchema));
	if (submission.status !== "success") return refuse();
	const typed = typedExtra(submission.value);
	const key = { userId, idFile };
	const isPresent = (extra: Extra) => versionOf(toFormValues(extra)) === fields.version;
	const isCurrent = fields.version === undefined ? undefined : isPresent;
	let isDuplicate = false;
	let answer = "";
	let estimated = "";
	let done = edited ? "Extra editada." : "Extra agregada.";
	try {
		const terms = await findPayTerms(userId, typed.date, typed.date, calendar.rotations);
		const start = startOf(typed, diagramOn(calendar.rotations, typed.date), edited);
		const values = toValues(typed, start, terms);
		answer = ruleAnswer(values, terms);
		estimated = await estimateWords(userId, values);
		isDuplicate = await hasDuplicate(key, values);
		const saved = await (edited ? updateExtra(key, values, isCurrent) : createExtra(key, values, isCurrent));
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") return refuse({ formErrors: [FULL], status: 409 });
		if (saved.status === "stale") {
			return refuse({ formErrors: [STALE], status: 409, current: saved.current });
		}
		if (saved.status === "changed") done = CHANGED;
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("extra_not_saved", error);
		const failure = edited ? messages.extraNotEdited : messages.extraNotAdded;
		if (isDiskFull(error)) return refuse({ formErrors: [diskFullMessage], status: 507, failure });
		return refuse({ formErrors: [OURS], status: 500, failure });
	}
	const text = [done, answer, estimated, isDuplicate && DUPLICATE].filter(Boolean).join(" ");
	throw await redirectWithToast("/auth/work-overtime", { text });
}

/**
 * Returns a text about the estimated pay of an entry; empty if there is no estimate. A failure is only logged, so that
 * the entry is still saved.
 */
async function estimateWords(userId: string, values: ExtraValues): Promise<string> {
	try {
		const estimate = await estimateOf(userId, values);
		if (!estimate || estimate.lines.length === 0) return "";
		const isUnsure = estimate.notes.length > 0 || values.doubts.length > 0;
		return `${estimate.heading}.${isUnsure ? ` ${UNSURE}` : ""}`;
	} catch (error) {
		logFailure("estimate_not_read", error);
		return "";
	}
}

/** What a response contains besides the form's fields and its result. */
interface Shown {
	status?: number;
	/** Text of the dialog about a server failure. */
	failure?: string;
	/** The stored entry, if another tab or phone has changed it since the form was loaded. */
	current?: Extra;
}

const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
const FULL = `Llegaste a las ${MAX_EXTRAS.toLocaleString("es-AR")} extras. Descargalas desde Mis Extras y eliminá las que ya no necesites.`;
const CHANGED = "Extra editada: ya la habías guardado con este formulario, y ahora dice lo último.";
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
const UNSURE = "Puede cambiar: abrí la extra y mirá por qué.";
const DUPLICATE = "Ojo: ya tenías otra extra de ese día y ese turno.";
