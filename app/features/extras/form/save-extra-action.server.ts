import * as extraMessages from "~/features/extras/extra-messages";
import { extraChoices, extraSchemaOn } from "~/features/extras/extra-schemas";
import { findListPlace } from "~/features/extras/list/extras-list.server";
import { type Extra, MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { saveExtras } from "~/features/extras/rows/write-extra.server";
import { carriedFields, readFields, requireIdFile } from "~/lib/forms/form.server";
import { LIST_FIELD } from "~/lib/forms/list-field";
import { shownName, takeOthers } from "~/lib/forms/other-choice";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { extraVersion, toFormValues, typedExtra } from "./extra-values.server";
import { answerTo, findFormContext, workOutExtras } from "./work-out-extra.server";

/**
 * Saves the form of an overtime entry, as `workOutExtras` reads it. If there is something to ask, the form first comes
 * back with the question, and is saved when it is sent again.
 * @param edited the entry before the edit; undefined for a new entry
 * @returns the form with the typed values, and the errors or the question
 * @throws Response redirect after saving; 400 for an unreadable form; 404 for a missing entry
 */
export async function saveExtraAction(request: Request, userId: string, edited?: Extra) {
	const extraSchema = extraSchemaOn(plantToday());
	const shape = Object.keys(extraSchema.shape);
	const names = ["idFile", "asked", ...carriedFields, ...shape, ...extraChoices.map(shownName)];
	const fields = takeOthers(await readFields(request, names), extraChoices);
	// An edit adds no further days.
	if (edited) delete fields[LIST_FIELD];
	const idFile = requireIdFile(edited?.idFile ?? fields.idFile);
	const context = await findFormContext(userId, idFile, fields);
	let added: string[] = [];
	return saveRecordForm(fields, extraSchema, {
		failure: edited ? extraMessages.extraNotEdited : extraMessages.extraNotAdded,
		full: FULL,
		// The form of an older entry without a compensation shows "pago".
		toForm: (current: Extra) => ({
			...toFormValues(current),
			compensation: current.compensation ?? "pago",
		}),
		versionOf: (current: Extra) => extraVersion(current, context.calendar),
		more: async () => ({ idFile, answer: await answerTo(userId, fields, context) }),
		async save(typed, isPresent) {
			const { missing, extras = [], asked } = await workOutExtras(userId, typedExtra(typed), context);
			if (missing === typed.date) return { status: "refused", field: "shift", error: NO_SHIFT };
			if (missing) return { status: "refused", field: LIST_FIELD, error: noShiftOn(missing) };
			if (asked && asked !== fields.asked) return { status: "asks" };
			const { termsVersion } = context;
			const isEdit = edited !== undefined;
			const saved = await saveExtras(userId, extras, { isEdit, isPresent, termsVersion });
			added = saved.added ?? [];
			return saved;
		},
		async next(_typed, status) {
			const place = await findListPlace({ userId, idFile });
			const isAdded = status === "saved" && !edited;
			const done = isAdded ? addedText(added.length) : status === "changed" ? CHANGED : "Extra editada.";
			const text = place.isHidden ? `${done} ${HIDDEN}` : done;
			return [place.address, { text, undo: isAdded ? undoOf(added, place.afterDelete) : undefined }];
		},
	});
}

/** Added entries are taken back by the deletion of the list, which can be undone too. */
function undoOf([idFile = "", ...more]: readonly string[], redirectTo: string) {
	return {
		intent: "delete",
		action: "/auth/work-overtime",
		idFile,
		more: more.join(" ") || undefined,
		redirectTo,
	} as const;
}

const addedText = (count: number) => (count === 1 ? "Extra agregada." : `${count} extras agregadas.`);
const noShiftOn = (date: CivilDate) =>
	`El ${formatDayOfMonth(date)} no tenés turno: sacalo, o elegí el que hiciste.`;

const FULL = `Llegaste a las ${MAX_EXTRAS.toLocaleString("es-AR")} extras. Descargalas desde Mis Extras y eliminá las que ya no necesites.`;
const HIDDEN = "Con este filtro no se ve.";
const CHANGED = "Extra editada: ya la habías guardado con este formulario, y ahora dice lo último.";
const NO_SHIFT = "Ese día no tenés turno: elegí el que hiciste.";
