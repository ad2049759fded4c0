import type { Agreement } from "~/features/law/rates";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { formatPesos } from "~/lib/pesos";
import { type IsPresent, saveRecordForm } from "~/lib/records/save-record-form.server";
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

const PAGE = "/auth/my-pay/settings";
/**
 * Word in the URL of the form for a new hourly rate or agreement. The URL of the form for a stored hourly rate or
 * agreement contains the first day of that row in the place of this word.
 */
export const NEW = "add";

/**
 * Saves the form with an hourly rate.
 * @param day first day of the hourly rate before the edit, as in the URL
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving; 404 when the edited hourly rate no longer exists
 */
export async function saveHourValueAction(request: Request, userId: string, day: string) {
	const edited = (await requireHourValue(userId, day))?.since;
	const schema = hourValueSchemaOn(plantToday());
	const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
	return saveRecordForm(fields, schema, {
		...common(toHourValueForm),
		async save({ since, ...typed }, isPresent) {
			const value = { since, ...toHourValue(typed) };
			return refusedIfTaken(await saveHourValue(userId, value, editedRow(edited, isPresent)));
		},
		next: ({ since, ...typed }) => {
			const pesos = formatPesos(hourCentavosOf(toHourValue(typed)));
			return [PAGE, { text: `Desde el ${formatShortDate(since)}, tu hora vale ${pesos}.` }];
		},
	});
}

/** Saves the form with an agreement, like `saveHourValueAction`. */
export async function saveAgreementAction(request: Request, userId: string, day: string) {
	const edited = (await requireAgreement(userId, day))?.since;
	const schema = agreementSchemaOn(plantToday());
	const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
	return saveRecordForm(fields, schema, {
		...common(toAgreementForm),
		async save({ unionDay, dayOff = null, ...rates }, isPresent) {
			const agreement = { ...rates, dayOff, hasUnionDay: unionDay === "si" };
			return refusedIfTaken(await saveAgreement(userId, agreement, editedRow(edited, isPresent)));
		},
		next: ({ name, since }) => [
			PAGE,
			{ text: `${presets[name].label}: guardado desde el ${formatShortDate(since)}.` },
		],
	});
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

function common<Row, Form extends object>(toForm: (row: Row) => Form) {
	return {
		event: "agreement_not_saved",
		full: FULL,
		toForm,
		versionOf: (row: Row) => versionOf(toForm(row)),
	};
}

/** @returns undefined for a form with a new agreement or hourly rate */
function editedRow<Row>(
	since: CivilDate | undefined,
	isPresent: IsPresent<Row> = () => true,
): EditedRow<Row> | undefined {
	return since === undefined ? undefined : { since, isPresent };
}

function refusedIfTaken<Row>(saved: SavedChange<Row>) {
	if (saved.status !== "taken") return saved;
	return { status: "refused" as const, field: "since", error: TAKEN, code: 409 };
}

const TAKEN = "Ya tenés otro que empieza ese día: editalo, o elegí otra fecha.";
const FULL = `Llegaste a ${MAX_CHANGES} cambios. Eliminá los que ya no necesites.`;
