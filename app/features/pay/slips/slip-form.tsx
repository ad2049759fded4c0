import { premiumName } from "~/features/law/premiums";
import { payAddress } from "~/features/pay/pay-addresses";
import type { CivilDate } from "~/lib/time/civil-date";
import { TextField } from "~/ui/forms/text-field";
import type { FormField } from "~/ui/forms/use-form";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";
import { hoursField, LEGAL_PERCENTS, percentsAmong, percentsIn, slipSchemaOn } from "./slip-schemas";

/** Values of the form's fields: `percents`, `end`, `daysOff`, `amount`, and one with hours for each premium. */
export type SlipFields = Readonly<Record<string, string | null>>;

const LABELS = {
	daysOff: "Francos (opcional)",
	amount: "Importe (opcional)",
} as const;

export interface SlipFormProps extends RecordFormProps {
	/** First day of the period; undefined for a form whose own address names it. */
	start?: CivilDate;
	/** What was logged, as a text, by premium in percent; not known on the page of an ended session. */
	logged?: Readonly<Record<string, string>>;
}

export function SlipForm({ start, logged, ...props }: SlipFormProps) {
	// A refused form keeps its fields, also if the agreement has been changed since.
	const typed = props.result?.initialValue?.percents;
	const own = typeof typed === "string" ? typed : (props.shown.percents ?? LEGAL_PERCENTS);
	// What another tab has saved at other premiums would be lost without being seen.
	const all = new Set([...percentsIn(own), ...percentsAmong(Object.keys(props.saved ?? {}))]);
	const percents = [...all].sort((one, other) => one - other).join(" ");
	const hourFields = percentsIn(percents).map((percent) => ({
		name: hoursField(percent),
		hint: logged?.[percent] && `Anotaste ${logged[percent]}`,
		label: `Horas ${premiumName(String(percent))}`,
	}));
	const [form, fields] = useRecordForm("slip", slipSchemaOn(percents), props);
	const labels = { ...Object.fromEntries(hourFields.map(({ name, label }) => [name, label])), ...LABELS };
	const field = (name: string): FormField => Reflect.get(fields, name);
	return (
		<RecordForm
			form={form}
			submit="Guardar el recibo"
			action={start && payAddress(start)}
			// The page is the form's own: only what was saved meanwhile can be left as it is.
			cancel={props.saved && start && payAddress(start)}
			record={props}
			labels={labels}
		>
			<input type="hidden" name="percents" value={percents} />
			<input type="hidden" name="end" value={props.shown.end ?? ""} />
			<div className="pairs">
				{hourFields.map(({ name, ...texts }) => (
					<TextField key={name} field={field(name)} {...texts} inputMode="decimal" />
				))}
				<TextField
					field={field("daysOff")}
					label={LABELS.daysOff}
					hint="Si el recibo los dice"
					inputMode="numeric"
				/>
				<TextField
					field={field("amount")}
					label={LABELS.amount}
					hint="En pesos, por las extras"
					inputMode="decimal"
				/>
			</div>
		</RecordForm>
	);
}
