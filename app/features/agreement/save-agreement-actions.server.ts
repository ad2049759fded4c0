import { json } from "@remix-run/node";
import type { Agreement } from "~/features/law/rates";
import { diskFullMessage, isDiskFull } from "~/lib/database/disk.server";
import { carriedFields, parseFields, readFields, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { formatPesos } from "~/lib/pesos";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { agreementNames, type HourValue, hourCentavosOf, presets } from "./agreement";
import { toAgreementForm, toHourValueForm } from "./agreement-form-values.server";
import { agreementSchemaOn, hourValueSchemaOn, toHourValue } from "./agreement-schemas";
import {
	type EditedRow,
	listAgreements,
	listHourValues,
	MAX_CHANGES,
	type SavedChange,
	saveAgreement,
	saveHourValue,
} from "./agreements.server";

const PAGE = "/auth/my-agreement";
/**
 * Word in the URL of the form for a new hourly rate or agreement. The URL of the form for a stored hourly rate or
 * agreement contains the first day of that row in the place of this word.
 */
export const NEW = "add";

/**
 * Saves the form with an hourly rate.
 * @param edited first day of the hourly rate before the edit; undefined for a new hourly rate
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 404 when the edited hourly rate no longer exists
 */
export async function saveHourValueAction(request: Request, userId: string, edited?: CivilDate) {
	const schema = hourValueSchemaOn(plantToday());
	const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
	const { version } = fields;
	if (fields.resume) return json({ result: typedIn(fields, schema), isResumed: true, version });
	const submission = parseFields(fields, schema);
	if (submission.status !== "success") return json({ result: submission.reply(), version }, { status: 400 });
	const { since, ...typed } = submission.value;
	const value = { since, ...toHourValue(typed) };
	const row = editedRow(edited, version, toHourValueForm);
	const refused = await refusalOf(saveHourValue(userId, value, row), version, toHourValueForm);
	if (refused) {
		const { errors, status, ...shown } = refused;
		return json({ result: submission.reply(errors), ...shown }, { status });
	}
	const text = `Desde el ${formatShortDate(since)}, tu hora vale ${formatPesos(hourCentavosOf(value))}.`;
	throw await redirectWithToast(PAGE, { text });
}

/** Saves the form with an agreement, like `saveHourValueAction`. */
export async function saveAgreementAction(request: Request, userId: string, edited?: CivilDate) {
	const schema = agreementSchemaOn(plantToday());
	const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
	const { version } = fields;
	if (fields.resume) return json({ result: typedIn(fields, schema), isResumed: true, version });
	const submission = parseFields(fields, schema);
	if (submission.status !== "success") return json({ result: submission.reply(), version }, { status: 400 });
	const { unionDay, dayOff = null, ...rates } = submission.value;
	const agreement = { ...rates, dayOff, hasUnionDay: unionDay === "si" };
	const row = editedRow(edited, version, toAgreementForm);
	const refused = await refusalOf(saveAgreement(userId, agreement, row), version, toAgreementForm);
	if (refused) {
		const { errors, status, ...shown } = refused;
		return json({ result: submission.reply(errors), ...shown }, { status });
	}
	const text = `${presets[agreement.name].label}: guardado desde el ${formatShortDate(agreement.since)}.`;
	throw await redirectWithToast(PAGE, { text });
}

/**
 * Finds an hourly rate by its first day, as in the URL. Returns undefined for the URL of the form for a new hourly
 * rate.
 * @throws Response 404 when the user has no hourly rate that starts on that day
 */
export async function requireHourValue(userId: string, since = ""): Promise<HourValue | undefined> {
	return since === NEW ? undefined : requireRow(await listHourValues(userId), since);
}

/**
 * Finds an agreement by its first day, as in the URL. Returns undefined for the URL of the form for a new agreement.
 * @throws Response 404 when the user has no agreement that starts on that day
 */
export async function requireAgreement(userId: string, since = ""): Promise<Agreement | undefined> {
	return since === NEW ? undefined : requireRow(await listAgreements(userId), since);
}

/**
 * Initial values for a new agreement: the preset in the query string, or else the user's newest agreement, or else the
 * legal premiums.
 */
export async function proposeAgreement(
	userId: string,
	preset: string | null,
	since: CivilDate,
): Promise<Agreement> {
	const name = agreementNames.find((each) => each === preset);
	const newest = name ? undefined : (await listAgreements(userId)).at(-1);
	return { ...(newest ?? { name: name ?? "lct", ...presets[name ?? "lct"].rates }), since };
}

function requireRow<Row extends { since: CivilDate }>(rows: readonly Row[], since: CivilDate): Row {
	const row = rows.find((each) => each.since === since);
	if (!row) throw notFound();
	return row;
}

/**
 * Identifies the agreement or hourly rate that a form edits by its first day, `since`. `isPresent` returns whether the
 * stored row is unchanged since the form was loaded; without a `version` it always returns true.
 * @returns undefined for a form with a new agreement or hourly rate
 */
function editedRow<Row>(
	since: CivilDate | undefined,
	version: string | undefined,
	toForm: (row: Row) => object,
): EditedRow<Row> | undefined {
	const isPresent = (current: Row) => version === undefined || versionOf(toForm(current)) === version;
	return since === undefined ? undefined : { since, isPresent };
}

interface Refused<Form> {
	errors: { formErrors?: string[]; fieldErrors?: { since: string[] } };
	status: number;
	version: string | undefined;
	/** Values that another tab or device saved after the form was loaded. */
	saved?: Form;
}

/**
 * Waits for `work`, which saves a form. Returns undefined if the form was saved; otherwise the errors, status and
 * version with which the page shows the form again.
 * @throws Response 404 when the edited agreement or hourly rate no longer exists
 */
async function refusalOf<Row, Form extends object>(
	work: Promise<SavedChange<Row>>,
	version: string | undefined,
	toForm: (row: Row) => Form,
): Promise<Refused<Form> | undefined> {
	try {
		const saved = await work;
		if (saved === "gone") throw notFound();
		if (saved === "taken") return { errors: { fieldErrors: { since: [TAKEN] } }, status: 409, version };
		if (saved === "full") return { errors: { formErrors: [FULL] }, status: 409, version };
		if (saved === "saved") return undefined;
		const current = toForm(saved.stale);
		return { errors: { formErrors: [STALE] }, status: 409, version: versionOf(current), saved: current };
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("agreement_not_saved", error);
		const isFull = isDiskFull(error);
		return { errors: { formErrors: [isFull ? diskFullMessage : OURS] }, status: isFull ? 507 : 500, version };
	}
}

const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
const TAKEN = "Ya tenés otro que empieza ese día: editalo, o elegí otra fecha.";
const FULL = `Llegaste a ${MAX_CHANGES} cambios. Eliminá los que ya no necesites.`;
const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";
