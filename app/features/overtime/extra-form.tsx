import type { SubmissionResult } from "@conform-to/react";
import type { Diagram } from "~/features/diagrams/cycle";
import { messages } from "~/lib/messages";
import { PostForm } from "~/ui/post-form";
import { SelectField } from "~/ui/select-field";
import { TextAreaField } from "~/ui/text-area-field";
import { TextField } from "~/ui/text-field";
import { useForm } from "~/ui/use-form";
import { crewShiftText } from "./crew-shift";
import { ShiftField } from "./shift-field";

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
	/** Key of the extra: made with the form, so that a form sent twice is one extra. */
	idFile: string;
	/** What the button says. */
	submit: string;
	shown: Partial<Record<ExtraFieldName, string | null>>;
	/** How it is paid by the rule, in words. */
	reason?: string;
	/** What is taken when the start time is left empty. */
	startHint: string;
	/** The person's own, if chosen. */
	diagram?: Diagram;
	crew: string | null;
	constraint: Record<ExtraFieldName, { required?: boolean; minLength?: number }>;
	result?: SubmissionResult<string[]>;
}

const HOURS = String.raw`\s*\d{1,2}([.,](0|00|25|5|50|75))?\s*`;

/** Hours, date, shift and what belongs to them: the same form for a new extra and for one that is edited. */
export function ExtraForm({ idFile, submit, constraint, result, ...props }: ExtraFormProps) {
	const [form, fields] = useForm({
		id: "extra",
		lastResult: result,
		constraint,
		defaultValue: props.shown,
	});
	const hasOwnSplit = Boolean(fields.hours50.initialValue ?? fields.hours100.initialValue);
	const isSplitWrong = Boolean(fields.hours50.errors ?? fields.hours100.errors);
	return (
		<PostForm form={form} fields={fields} submit={submit} cancel="/auth/work-overtime">
			<input type="hidden" name="idFile" value={idFile} />
			<TextField
				field={fields.hour}
				label="Cantidad de horas"
				hint="Por ejemplo 8 o 4,5. Hasta 16."
				inputMode="decimal"
				autoComplete="off"
				pattern={HOURS}
				messages={{ missing: messages.fieldEmpty, wrong: messages.hoursNotAllowed }}
			/>
			<TextField
				field={fields.date}
				label="Fecha en que empezó"
				type="date"
				messages={{ missing: messages.fieldEmpty }}
			/>
			<ShiftField
				field={fields.shift}
				crewShift={crewShiftText(props.diagram, props.crew, fields.date.initialValue)}
			/>
			<TextAreaField field={fields.comment} label="Comentario (opcional)" />
			<TextField
				field={fields.startTime}
				label="Hora de entrada (opcional)"
				hint={props.startHint}
				type="time"
			/>
			<SelectField
				field={fields.compensation}
				label="Cómo te la compensan (opcional)"
				options={[
					{ value: "", label: "Sin elegir" },
					{ value: "pago", label: "Pago" },
					{ value: "franco", label: "Franco" },
					{ value: "banco", label: "Banco de horas" },
				]}
			/>
			<details className="fold" open={hasOwnSplit || isSplitWrong}>
				<summary>Cambiar el 50 y el 100</summary>
				<p className="hint">
					{props.reason ? `Según la regla: ${props.reason}.` : "Vacío, lo separamos por la regla."} Si tu
					convenio dice otra cosa, escribilo acá.
				</p>
				<TextField field={fields.hours50} label="Horas al 50 %" inputMode="decimal" autoComplete="off" />
				<TextField field={fields.hours100} label="Horas al 100 %" inputMode="decimal" autoComplete="off" />
			</details>
		</PostForm>
	);
}
