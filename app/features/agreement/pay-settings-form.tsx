import * as z from "zod/mini";
import { LAST_CLOSING_DAY, parsePayPeriod } from "~/features/law/pay-period";
import { readText } from "~/lib/forms/read-text";
import { SelectField } from "~/ui/forms/select-field";
import { TextField } from "~/ui/forms/text-field";
import { RecordForm, type RecordFormProps, useRecordForm } from "~/ui/records/record-form";

const PLANT_NUMBER_MAX = 20;

export const paySettingsSchema = z.strictObject({
	payPeriod: readText(parsePayPeriod, "Elegí un período de la lista."),
	/** Employee number at the factory, printed on the sheet of overtime entries. */
	plantNumber: z.optional(
		z.string().check(
			// One line, as a name from Google: SQLite's length() counts up to a NUL, and the column takes no length of 0.
			z.overwrite((text) => text.replace(/\p{Cc}+/gu, " ").trim()),
			z.maxLength(PLANT_NUMBER_MAX, `El legajo puede tener hasta ${PLANT_NUMBER_MAX} caracteres.`),
		),
	),
});

type PaySettingField = keyof z.output<typeof paySettingsSchema>;

/** Names of the settings in the privacy policy. */
export const policyWords: Record<PaySettingField, string> = {
	payPeriod: "tu período de pago",
	plantNumber: "tu legajo",
};

const LABELS: Record<PaySettingField, string> = { payPeriod: "Período de pago", plantNumber: "Legajo" };

const OPTIONS = [
	{ value: "month", label: "Mes calendario" },
	{ value: "fortnight", label: "Quincenas" },
	...Array.from({ length: LAST_CLOSING_DAY }, (_, index) => ({
		value: `closing-${index + 1}`,
		label: `Cierra el día ${index + 1}`,
	})),
];

/** The form of the pay period, which sums overtime as the factory pays it, and of the employee number. */
export function PaySettingsForm(props: RecordFormProps<PaySettingField>) {
	const [form, fields] = useRecordForm("periodo", paySettingsSchema, props);
	return (
		<RecordForm
			form={form}
			submit="Guardar"
			// The page is the form's own: only what was saved meanwhile can be left as it is.
			cancel={props.saved && "/auth/my-pay/settings"}
			record={props}
			labels={LABELS}
			options={{ payPeriod: OPTIONS }}
		>
			<SelectField
				field={fields.payPeriod}
				label={LABELS.payPeriod}
				hint="Para sumar tus extras como las paga tu planta. Del 29 al 31, un mes más corto cierra su último día."
				options={OPTIONS}
			/>
			<TextField field={fields.plantNumber} label={LABELS.plantNumber} hint="Sale en tu planilla." />
		</RecordForm>
	);
}
