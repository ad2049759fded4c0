import { type CrewLetter, crewLetters } from "~/features/diagrams/cycle";
import { ownDayFacts, ownDayKinds } from "~/features/shift/own-day";
import { SelectField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";
import { ownDaySchemaOn } from "./own-day-schemas";

interface OwnDayFormProps extends RecordFormProps<OwnDayField> {
	/** Key of the range of own days. Created with the form, so that a form sent twice stores only one range. */
	idFile: string;
	submit?: string;
	/** URL to which the form is sent; by default the page's own URL. */
	action?: string;
	cancel?: string;
	today?: string;
	crews?: readonly CrewLetter[];
}

const LABELS = {
	kind: "Qué es",
	firstDay: "Primer día",
	lastDay: "Último día (opcional)",
	crew: "Con qué escuadra cambiás (opcional)",
	bankHours: "Horas del banco (opcional)",
	note: "Nota (opcional)",
} as const;

export type OwnDayField = keyof typeof LABELS;

const KINDS = ownDayKinds.map((kind) => ({ value: kind, label: ownDayFacts[kind].name }));

export function OwnDayForm({
	idFile,
	submit = "Guardar",
	today,
	crews = crewLetters,
	...props
}: OwnDayFormProps) {
	const [form, fields] = useRecordForm("own-day", ownDaySchemaOn(today), props);
	// In an own cycle, and in a diagram of one crew, there is nobody to swap with.
	const kinds = crews[1] ? KINDS : KINDS.filter(({ value }) => value !== "cambio");
	return (
		<RecordForm
			form={form}
			submit={submit}
			action={props.action}
			cancel={props.cancel ?? "/auth/my-days"}
			record={props}
			idFile={idFile}
			labels={LABELS}
			options={{ kind: KINDS }}
		>
			<SelectField
				field={fields.kind}
				label={LABELS.kind}
				hint="De una licencia no te preguntamos el motivo."
				options={[{ value: "", label: "Elegí" }, ...kinds]}
			/>
			<TextField field={fields.firstDay} label={LABELS.firstDay} type="date" />
			<TextField
				field={fields.lastDay}
				label={LABELS.lastDay}
				hint="Si es un solo día, dejalo vacío."
				type="date"
			/>
			{crews[1] && (
				<SelectField
					field={fields.crew}
					label={LABELS.crew}
					hint="Solo en un cambio de turno: esos días hacés el turno de esa escuadra."
					options={[
						{ value: "", label: "Ninguna" },
						...crews.map((crew) => ({ value: crew, label: `Escuadra ${crew}` })),
					]}
				/>
			)}
			<TextField
				field={fields.bankHours}
				label={LABELS.bankHours}
				hint="Solo si usás el banco de horas: cuántas te descuentan en total. Vacío: las de tus turnos de esos días."
				inputMode="decimal"
			/>
			<TextAreaField field={fields.note} label={LABELS.note} hint="Solo la ves vos." />
		</RecordForm>
	);
}
