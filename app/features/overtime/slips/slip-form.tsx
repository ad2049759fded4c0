import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm } from "~/ui/forms/post-form";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { LEDGER } from "./addresses";
import { slipSchema } from "./schemas";

export type SlipField = "hours50" | "hours100" | "daysOff" | "amount";

interface SlipFormProps {
	shown: Partial<Record<SlipField, string | null>>;
	result?: SubmissionResult<string[]> | null;
	version?: string;
	saved?: Record<SlipField, string | null>;
	isResumed?: boolean;
	signIn?: ReactNode;
}

const LABELS = {
	hours50: "Horas al 50 %",
	hours100: "Horas al 100 %",
	daysOff: "Francos compensatorios (opcional)",
	amount: "Importe de las extras, en pesos (opcional)",
} as const;

export function SlipForm({ shown, result, version, saved, isResumed, signIn }: SlipFormProps) {
	const [form, fields] = useForm({ id: "slip", schema: slipSchema, lastResult: result, defaultValue: shown });
	return (
		<PostForm
			form={form}
			fields={fields}
			submit="Guardar el recibo"
			cancel={LEDGER}
			isSignedOut={signIn !== undefined}
		>
			{isResumed && <ResumedNote />}
			{saved && <EditConflict labels={LABELS} saved={saved} typed={fields} />}
			{signIn}
			{version && <input type="hidden" name="version" value={version} />}
			<TextField field={fields.hours50} label={LABELS.hours50} inputMode="decimal" autoComplete="off" />
			<TextField field={fields.hours100} label={LABELS.hours100} inputMode="decimal" autoComplete="off" />
			<TextField
				field={fields.daysOff}
				label={LABELS.daysOff}
				hint="Los que el recibo dice que te dan. Si no dice nada, dejalo vacío."
				inputMode="numeric"
				autoComplete="off"
			/>
			<TextField field={fields.amount} label={LABELS.amount} inputMode="decimal" autoComplete="off" />
		</PostForm>
	);
}
