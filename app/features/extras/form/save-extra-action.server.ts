import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { extraChoices, extraSchemaOn } from "~/features/extras/extra-schemas";
import { type Extra, findExtra, MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { createExtra, updateExtra } from "~/features/extras/rows/write-extra.server";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { carriedFields, parseFields, readFields, requireIdFile, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { shownName, takeOthers } from "~/lib/forms/other-choice";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { plantToday } from "~/lib/time/plant-clock.server";
import { toFormValues, typedExtra } from "./extra-values.server";
import { answerTo } from "./find-rule-answer.server";
import { findFormCalendar } from "./form-calendar.server";
import { answerQuery } from "./form-query";
import { findListPlace } from "./list-place.server";
import { workOutExtra } from "./work-out-extra.server";

/**
 * Saves the form of an overtime entry, as `workOutExtra` reads it. If there is something to ask, the form first comes
 * back with the question, and is saved when it is sent again.
 * @param edited the entry before the edit; undefined for a new entry
 * @returns the form with the typed values, and the errors or the question
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for a missing entry
 */
export async function saveExtraAction(request: Request, userId: string, edited?: Extra) {
	const today = plantToday();
	const extraSchema = extraSchemaOn(today);
	const shape = Object.keys(extraSchema.shape);
	const names = ["idFile", "asked", ...carriedFields, ...shape, ...extraChoices.map(shownName)];
	const fields = takeOthers(await readFields(request, names), extraChoices);
	const idFile = requireIdFile(edited?.idFile ?? fields.idFile);
	const { calendar, date } = await findFormCalendar(userId, today, fields.date);
	const submission = parseFields(fields, extraSchema);
	// A form that is sent twice asks nothing the second time: its entry is stored.
	const stored = edited ?? (await findExtra({ userId, idFile }));
	const context = { idFile, today, date, calendar, stored };
	const show = async (result: SubmissionResult<string[]>, { status, failure, current, more }: Shown = {}) => {
		// The form of an older entry without a compensation shows "pago".
		const saved = current && { ...toFormValues(current), compensation: current.compensation ?? "pago" };
		const version = current ? versionOf(toFormValues(current)) : fields.version;
		const answer = { query: answerQuery(fields, idFile), ...(await answerTo(userId, fields, context)) };
		const isResumed = Boolean(fields.resume);
		return json({ result, idFile, version, saved, failure, isResumed, answer, ...more }, { status });
	};
	const refuse = ({ formErrors, fieldErrors, ...shown }: Shown & Errors = {}) =>
		show(submission.reply({ formErrors, fieldErrors }), { status: 400, ...shown });
	if (fields.resume) return show(typedIn(fields, extraSchema));
	if (submission.status !== "success") return refuse();
	const typed = typedExtra(submission.value);
	const key = { userId, idFile };
	const isPresent = (extra: Extra) => versionOf(toFormValues(extra)) === fields.version;
	const isCurrent = fields.version === undefined ? undefined : isPresent;
	let done = edited ? "Extra editada." : ADDED;
	try {
		const worked = await workOutExtra(userId, typed, context);
		if (!worked) return await refuse({ fieldErrors: { shift: [NO_SHIFT] } });
		const { values, asked } = worked;
		if (asked && asked !== fields.asked) return await show(typedIn(fields, extraSchema), { more: ASKING });
		const saved = await (edited ? updateExtra(key, values, isCurrent) : createExtra(key, values, isCurrent));
		if (saved.status === "gone") throw notFound();
		if (saved.status === "full") return await refuse({ formErrors: [FULL], status: 409 });
		if (saved.status === "stale") {
			return await refuse({ formErrors: [STALE], status: 409, current: saved.current });
		}
		if (saved.status === "changed") done = CHANGED;
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("extra_not_saved", error);
		const failure = edited ? messages.extraNotEdited : messages.extraNotAdded;
		if (isDiskFull(error)) return refuse({ formErrors: [diskFullMessage], status: 507, failure });
		return refuse({ formErrors: [OURS], status: 500, failure });
	}
	const place = await findListPlace(key, requestContext().url.searchParams.get("redirectTo"));
	throw await redirectWithToast(place.address, {
		text: place.isHidden ? `${done} ${HIDDEN}` : done,
		undo: done === ADDED ? undoOf(idFile, place.afterDelete) : undefined,
	});
}

/** An added entry is taken back by the deletion of the list, which can be undone too. */
function undoOf(idFile: string, redirectTo: string) {
	return { intent: "delete", action: "/auth/work-overtime", idFile, redirectTo } as const;
}

/** What a response contains besides the form's fields and its result. */
interface Shown {
	status?: number;
	/** Text of the dialog about a server failure. */
	failure?: string;
	/** The stored entry, if another tab or phone has changed it since the form was loaded. */
	current?: Extra;
	more?: typeof ASKING;
}

interface Errors {
	formErrors?: string[];
	fieldErrors?: Record<string, string[]>;
}

/** Marks a response that saves nothing and asks about the values (see `revalidateWhenSaved`). */
const ASKING = { isQuestion: true };

const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
const FULL = `Llegaste a las ${MAX_EXTRAS.toLocaleString("es-AR")} extras. Descargalas desde Mis Extras y eliminá las que ya no necesites.`;
const ADDED = "Extra agregada.";
const HIDDEN = "Con este filtro no se ve.";
const CHANGED = "Extra editada: ya la habías guardado con este formulario, y ahora dice lo último.";
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
const NO_SHIFT = "Ese día no tenés turno: elegí el que hiciste.";
