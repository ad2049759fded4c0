import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { premiumName } from "~/features/law/premiums";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm } from "~/ui/forms/post-form";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { TextField } from "~/ui/forms/text-field";
import { type FormField, useForm } from "~/ui/forms/use-form";
import { LEDGER } from "./slip-addresses";
import { hoursField, LEGAL_PERCENTS, percentsIn, slipSchemaOn } from "./slip-schemas";

/** Values of the form's fields: `percents`, `daysOff`, `amount`, and one with hours for each premium. */
export type SlipFields = Readonly<Record<string, string | null>>;

interface SlipFormProps {
	shown: SlipFields;
	result?: SubmissionResult<string[]> | null;
	version?: string;
	saved?: SlipFields;
	isResumed?: boolean;
	signIn?: ReactNode;
}

const LABELS = {
	daysOff: "Francos compensatorios (opcional)",
	amount: "Importe de las extras, en pesos (opcional)",
} as const;

export function SlipForm({ shown, result, version, saved, isResumed, signIn }: SlipFormProps) {
	const percents = shown.percents ?? LEGAL_PERCENTS;
	const hourFields = percentsIn(percents).map((percent) => ({
		name: hoursField(percent),
		label: `Horas ${premiumName(String(percent))}`,
	}));
	const [form, fields] = useForm({
		id: "slip",
		schema: slipSchemaOn(percents),
		lastResult: result,
		defaultValue: shown,
	});
	const labels = { ...Object.fromEntries(hourFields.map(({ name, label }) => [name, label])), ...LABELS };
	const field = (name: string): FormField => Reflect.get(fields, name);
	return (
		<PostForm
			form={form}
			fields={fields}
			submit="Guardar el recibo"
			cancel={LEDGER}
			isSignedOut={signIn !== undefined}
		>
			{isResumed && <ResumedNote />}
			{saved && <EditConflict labels={labels} saved={saved} typed={fields} />}
			{signIn}
			{version && <input type="hidden" name="version" value={version} />}
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
		</PostForm>
	);
}
