/** The forms and the deletion of what decides the pay from a day on: an hourly rate, or the rates of an agreement. */

import { redirect } from "@remix-run/node";
import type * as z from "zod/mini";
import type { User } from "~/features/auth/users.server";
import { payPeriodOf } from "~/features/law/pay-period";
import type { Agreement } from "~/features/law/rates";
import type { Trx } from "~/lib/database/db.server";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { formatPesos, pesosText } from "~/lib/pesos";
import type { RecordKind } from "~/lib/records/deleted-records.server";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { type CivilDate, formatShortDate, parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { agreementNames, type HourValue, hourCentavosOf, type PayTerm, presets } from "./agreement";
import { agreementSchemaOn, hourValueSchemaOn, toHourValue, USUAL_DIVISOR } from "./agreement-schemas";
import {
	listAgreements,
	listHourValues,
	MAX_CHANGES,
	type SavedChange,
	type Saving,
	saveAgreement,
	saveHourValue,
	toAgreementForm,
} from "./agreements.server";

const PAGE = "/auth/my-pay/settings";
/** Word in the URL of the form for a new row, where the URL of a stored row's form has its first day. */
const NEW = "add";

interface TermForm<Schema extends z.ZodMiniObject, Row extends { since: CivilDate }, Form extends object> {
	kind: TermTable;
	/** Word in the URL of its forms. */
	name: PayTerm;
	schemaOn(today: CivilDate): Schema;
	list(userId: string, trx?: Trx): Promise<Row[]>;
	save(userId: string, row: Row, saving: Saving<Row>): Promise<SavedChange<Row>>;
	toRow(typed: z.output<Schema>): Row;
	toForm(row: Row): Form;
	/**
	 * Values of the form for a new row.
	 * @param rows the user's rows, oldest first
	 * @param preset the collective agreement that was chosen, from the query string
	 */
	propose(since: CivilDate, rows: readonly Row[], preset: string | null): Form;
	savedText(row: Row): string;
	/** Texts about its deletion. */
	texts: Readonly<Record<"deleted" | "notDeleted" | "restored", string>>;
}

type TermTable = "agreements" | "hour_values";

export const hourValueTerm = termForm({
	kind: "hour_values",
	name: "hour-value",
	schemaOn: hourValueSchemaOn,
	list: listHourValues,
	save: saveHourValue,
	toRow: ({ since, ...typed }): HourValue => ({ since, ...toHourValue(typed) }),
	toForm: ({ since, centavos, divisor }) => ({
		basis: divisor === null ? "hour" : "month",
		amount: pesosText(centavos),
		divisor: String(divisor ?? USUAL_DIVISOR),
		since,
	}),
	propose: (since) => ({ basis: "hour", amount: "", divisor: String(USUAL_DIVISOR), since }),
	savedText: (value) =>
		`Desde el ${formatShortDate(value.since)}, tu hora vale ${formatPesos(hourCentavosOf(value))}.`,
	texts: {
		deleted: "Valor eliminado",
		notDeleted: "No se pudo eliminar el valor de la hora",
		restored: "El valor volvió a la lista.",
	},
});

/** A new agreement begins with the preset in the query string, else with the newest agreement, else with the law. */
export const agreementTerm = termForm({
	kind: "agreements",
	name: "rates",
	schemaOn: agreementSchemaOn,
	list: listAgreements,
	save: saveAgreement,
	toRow: ({ unionDay, dayOff = null, ...rates }): Agreement => ({
		...rates,
		dayOff,
		hasUnionDay: unionDay === "si",
	}),
	toForm: toAgreementForm,
	propose(since, rows, preset) {
		const name = agreementNames.find((each) => each === preset);
		const newest = name ? undefined : rows.at(-1);
		return toAgreementForm({
			...(newest ?? { name: name ?? "lct", ...presets[name ?? "lct"].rates }),
			since,
		});
	},
	savedText: ({ name, since }) => `${presets[name].label}: guardado desde el ${formatShortDate(since)}.`,
	texts: {
		deleted: "Convenio eliminado",
		notDeleted: "No se pudo eliminar el convenio",
		restored: "El convenio volvió a la lista.",
	},
});

/** What both forms do. */
function termForm<Schema extends z.ZodMiniObject, Row extends { since: CivilDate }, Form extends object>(
	term: TermForm<Schema, Row, Form>,
) {
	const record: RecordKind<TermTable> = {
		table: term.kind,
		idColumn: "since",
		list: PAGE,
		undoAddress: (since) => `${PAGE}/${term.name}/${since}`,
		texts: { place: "tu convenio", ...term.texts },
		async findObstacle(trx, { user_id, since }) {
			const rows = await term.list(user_id, trx);
			if (rows.some((row) => row.since === since)) return `${NOT_UNDONE} ya tenés otro que empieza ese día.`;
			return rows.length < MAX_CHANGES ? undefined : `${NOT_UNDONE} llegaste a ${MAX_CHANGES} cambios.`;
		},
	};
	return {
		schemaOn: term.schemaOn,
		record,
		/**
		 * The record to delete, unless another row begins on its day by now.
		 * @param version of the row that the page has asked about; null for a page without one
		 */
		recordShown: (version: string | null): RecordKind<TermTable> => ({
			...record,
			async beforeDelete(trx, { user_id, since }) {
				const row = requireRow(await term.list(user_id, trx), since);
				if (version !== null && row && versionOf(term.toForm(row)) !== version)
					throw await redirectWithToast(PAGE, { text: CHANGED, kind: "error" });
			},
		}),
		/**
		 * Reads the form. A new row begins with the present pay period.
		 * @param day first day of the stored row, or NEW, as in the URL
		 * @throws Response 404 without such a row
		 */
		async read({ id, payPeriod }: User, day: string | undefined, preset: string | null) {
			const rows = await term.list(id);
			const row = requireRow(rows, day);
			const stored = row && term.toForm(row);
			return {
				shown: stored ?? term.propose(payPeriodOf(plantToday(), payPeriod).start, rows, preset),
				since: row?.since,
				version: stored && versionOf(stored),
			};
		},
		/**
		 * Saves the form.
		 * @param day as in `read`: the first day before the edit
		 * @returns the form with the typed values and the errors
		 * @throws Response redirect after saving; 404 for a row that the user never had
		 */
		async save(request: Request, userId: string, day: string) {
			const schema = term.schemaOn(plantToday());
			const fields = await readFields(request, [...carriedFields, ...Object.keys(schema.shape)]);
			const rows = await term.list(userId);
			// The row that the form was loaded with is deleted, or has another first day, maybe by this form, which was sent twice.
			// The form goes on to that of a new row, which asks whether to add it, so that what was typed is not lost.
			if (fields.version && parseCivilDate(day) && !rows.some(({ since }) => since === day))
				throw redirect(`${PAGE}/${term.name}/${NEW}`, 307);
			const edited = requireRow(rows, day);
			return saveRecordForm(fields, schema, {
				full: FULL,
				// Another tab may have changed its first day, which is its key.
				deleted: rows.length > 0 ? MOVED : undefined,
				toForm: term.toForm,
				versionOf: (row: Row) => versionOf(term.toForm(row)),
				async save(typed, isPresent) {
					const saved = await term.save(userId, term.toRow(typed), { edited: edited?.since, isPresent });
					if (saved.status !== "taken") return saved;
					return { status: "refused", field: "since", error: TAKEN, code: 409 };
				},
				next: (typed) => [PAGE, { text: term.savedText(term.toRow(typed)) }],
			});
		},
	};
}

function requireRow<Row extends { since: CivilDate }>(rows: readonly Row[], day: string | undefined) {
	const row = rows.find(({ since }) => since === day);
	if (!row && day !== NEW) throw notFound();
	return row;
}

export const MOVED =
	"El que editabas ya no empieza ese día: lo eliminaste o le cambiaste la fecha. No se guardó. Si tocás el botón de nuevo, se agrega como otro.";
const CHANGED = "No se eliminó, porque cambió después de que abriste la página. Fijate cómo quedó.";
const NOT_UNDONE = "No se puede deshacer:";
const TAKEN = "Ya tenés otro que empieza ese día: editalo, o elegí otra fecha.";
const FULL = `Llegaste a ${MAX_CHANGES} cambios. Eliminá los que ya no necesites.`;
