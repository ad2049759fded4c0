import { SelectField } from "~/ui/forms/select-field";
import { TextField } from "~/ui/forms/text-field";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";
import { hourValueSchemaOn } from "./agreement-schemas";

interface HourValueFormProps extends RecordFormProps<"basis" | "amount" | "divisor" | "since"> {
	today?: string;
}

const LABELS = {
	basis: "Cómo cobrás",
	amount: "Cuánto, en pesos",
	divisor: "Horas del mes (solo si cobrás por mes)",
	since: "Desde el",
} as const;

const BASES = [
	{ value: "hour", label: "Por hora" },
	{ value: "month", label: "Por mes" },
];

export function HourValueForm({ today, ...props }: HourValueFormProps) {
	const [form, fields] = useRecordForm("hour-value", hourValueSchemaOn(today), props);
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			cancel="/auth/my-pay/settings"
			record={props}
			labels={LABELS}
			options={{ basis: BASES }}
		>
			<SelectField field={fields.basis} label={LABELS.basis} options={BASES} />
			<TextField
				field={fields.amount}
				label={LABELS.amount}
				hint="En bruto: lo de una hora, o el básico del mes. Por ejemplo 7000 o 7.000,50."
				inputMode="decimal"
			/>
			<TextField
				field={fields.divisor}
				label={LABELS.divisor}
				hint="Las horas por las que tu recibo divide el básico. Casi siempre 200."
				inputMode="numeric"
			/>
			<TextField
				field={fields.since}
				label={LABELS.since}
				hint="El primer día de este valor. Los días de antes quedan con el anterior."
				type="date"
			/>
		</RecordForm>
	);
}

/** Explains where a pay slip shows the hourly rate. */
export function HourValueHelp() {
	return (
		<details className="card fold">
			<summary>¿Dónde lo veo en el recibo?</summary>
			<p>
				<b>Si cobrás por hora:</b> en la línea de horas normales, el importe dividido por la cantidad de
				horas.
			</p>
			<p>
				<b>Si cobrás por mes:</b> el básico, dividido por 200 o por las horas de tu convenio. Con un básico de
				$&nbsp;1.400.000, la hora vale $&nbsp;7.000.
			</p>
			<p>
				Si tu convenio paga las extras sobre el básico más la antigüedad u otro adicional fijo, poné la suma.
			</p>
		</details>
	);
}
