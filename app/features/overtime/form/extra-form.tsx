import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useMemo } from "react";
import { extraSchemaOn } from "~/features/overtime/schemas";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm } from "~/ui/forms/post-form";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { SelectField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { TextField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { ShiftField } from "./shift-field";
import { useOpenFold } from "./use-open-fold";

export type ExtraFieldName =
	| "hour"
	| "date"
	| "shift"
	| "comment"
	| "startTime"
	| "compensation"
	| "hours50"
	| "hours100";

interface ExtraFormProps {
	/** Key of the overtime entry, created with the form, so that a form sent twice creates only one entry. */
	idFile: string;
	/** Label of the submit button. */
	submit: string;
	/** The current date in the factory's time zone. */
	today?: string;
	shown: Partial<Record<ExtraFieldName, string | null>>;
	/** Text that explains the overtime entry's pay by the legal rule. */
	reason?: string;
	/** Hint that tells the worker what an empty start time means. */
	startHint?: string;
	/** Text that names the shift of the worker's crew on the date in the form. */
	crewShift?: string | null;
	result?: SubmissionResult<string[]>;
	/** Version of the overtime entry from which the form was loaded. */
	version?: string;
	/** Values that another tab or device saved after the form was loaded. */
	saved?: Record<ExtraFieldName, string | null>;
	/** Whether the form reappears with the typed values after a new sign-in. */
	isResumed?: boolean;
	/** Sign-in fields that the form shows when the session has ended. */
	signIn?: ReactNode;
}

const LABELS = {
	hour: "Cantidad de horas",
	date: "Fecha en que empezó",
	shift: "Turno",
	comment: "Comentario (opcional)",
	startTime: "Hora de entrada (opcional)",
	compensation: "Cómo te la compensan (opcional)",
	hours50: "Horas al 50 %",
	hours100: "Horas al 100 %",
} as const;

/** The form for a new or an existing overtime entry. */
export function ExtraForm({ idFile, submit, today, result, ...props }: ExtraFormProps) {
	const schema = useMemo(() => extraSchemaOn(today), [today]);
	const [form, fields] = useForm({
		id: "extra",
		schema,
		lastResult: result,
		defaultValue: props.shown,
	});
	const hasOwnSplit = Boolean(fields.hours50.initialValue ?? fields.hours100.initialValue);
	const isSplitWrong = Boolean(fields.hours50.errors ?? fields.hours100.errors);
	const fold = useOpenFold(isSplitWrong, form.meta.status === "error");
	return (
		<PostForm
			form={form}
			fields={fields}
			submit={submit}
			cancel="/auth/work-overtime"
			isSignedOut={props.signIn !== undefined}
		>
			{props.isResumed && <ResumedNote />}
			{props.saved && <EditConflict labels={LABELS} saved={props.saved} typed={fields} />}
			{props.signIn}
			<input type="hidden" name="idFile" value={idFile} />
			{props.version && <input type="hidden" name="version" value={props.version} />}
			<TextField
				field={fields.hour}
				label={LABELS.hour}
				hint="Por ejemplo 8 o 4,5. Hasta 16."
				inputMode="decimal"
				autoComplete="off"
			/>
			<TextField field={fields.date} label={LABELS.date} type="date" />
			<ShiftField field={fields.shift} crewShift={props.crewShift} />
			<TextAreaField field={fields.comment} label={LABELS.comment} />
			<TextField field={fields.startTime} label={LABELS.startTime} hint={props.startHint} type="time" />
			<SelectField
				field={fields.compensation}
				label={LABELS.compensation}
				options={[
					{ value: "", label: "Sin elegir" },
					{ value: "pago", label: "Pago" },
					{ value: "franco", label: "Franco" },
					{ value: "banco", label: "Banco de horas" },
				]}
			/>
			<details {...fold} className="fold" open={hasOwnSplit || isSplitWrong}>
				<summary>Cambiar el 50 y el 100</summary>
				<p className="hint">
					{props.reason ? `Según la regla: ${props.reason}.` : "Vacío, lo separamos por la regla."} Si tu
					convenio dice otra cosa, escribilo acá.
				</p>
				<TextField field={fields.hours50} label={LABELS.hours50} inputMode="decimal" autoComplete="off" />
				<TextField field={fields.hours100} label={LABELS.hours100} inputMode="decimal" autoComplete="off" />
			</details>
		</PostForm>
	);
}
