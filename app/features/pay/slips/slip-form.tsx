import { premiumName } from "~/features/law/premiums";
import { RecordForm, type RecordFormProps } from "~/ui/forms/record-form";
import { TextField } from "~/ui/forms/text-field";
import { type FormField, useForm } from "~/ui/forms/use-form";
import { LEDGER } from "./slip-addresses";
import { hoursField, LEGAL_PERCENTS, percentsIn, slipSchemaOn } from "./slip-schemas";

/** Values of the form's fields: `percents`, `daysOff`, `amount`, and one with hours for each premium. */
export type SlipFields = Readonly<Record<string, string | null>>;

const LABELS = {
	daysOff: "Francos compensatorios (opcional)",
	amount: "Importe de las extras, en pesos (opcional)",
} as const;

export function SlipForm(props: RecordFormProps) {
	const percents = props.shown.percents ?? LEGAL_PERCENTS;
	const hourFields = percentsIn(percents).map((percent) => ({
		name: hoursField(percent),
		label: `Horas ${premiumName(String(percent))}`,
	}));
	const [form, fields] = useForm({
		id: "slip",
		schema: slipSchemaOn(percents),
		lastResult: props.result,
		defaultValue: props.shown,
	});
	const labels = { ...Object.fromEntries(hourFields.map(({ name, label }) => [name, label])), ...LABELS };
	const field = (name: string): FormField => Reflect.get(fields, name);
	return (
		<RecordForm form={form} submit="Guardar el recibo" cancel={LEDGER} record={props} labels={labels}>
			<input type="hidden" name="percents" value={percents} />
			{hourFields.map(({ name, label }) => (
				<TextField key={name} field={field(name)} label={label} inputMode="decimal" autoComplete="off" />
			))}
			<TextField
				field={field("daysOff")}
				label={LABELS.daysOff}
				hint="Los que el recibo dice que te dan. Si no dice nada, dejalo vacío."
				inputMode="numeric"
				autoComplete="off"
			/>
			<TextField field={field("amount")} label={LABELS.amount} inputMode="decimal" autoComplete="off" />
		</RecordForm>
	);
}
