import type { SubmissionResult } from "@conform-to/react";
import { type ReactNode, useMemo } from "react";
import { compensationOptions } from "~/features/overtime/compensation";
import { extraChoices, extraSchemaOn } from "~/features/overtime/schemas";
import { EditConflict } from "~/ui/forms/edit-conflict";
import { PostForm } from "~/ui/forms/post-form";
import { readerOf } from "~/ui/forms/read-choices";
import { ResumedNote } from "~/ui/forms/resumed-note";
import { useForm } from "~/ui/forms/use-form";
import { ChoiceFields } from "./choice-fields";
import { MoreFields } from "./more-fields";
import type { ShiftChoices } from "./shift-choices";
import { useNoteInSight } from "./use-note-in-sight";
import { useOwnShift } from "./use-own-shift";
import { type Answer, useRuleAnswer } from "./use-rule-answer";

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
	/** Key of the entry, created with the form, so that a form sent twice creates only one entry. */
	idFile: string;
	submit: string;
	today?: string;
	shown: Partial<Record<ExtraFieldName, string | null>>;
	/** Whether the shift in `shown` is only a proposal: neither typed nor stored. */
	isShiftProposed?: boolean;
	/** Shifts to choose from; undefined while the user is signed out. */
	choices?: ShiftChoices;
	/** Text about the hours and premiums of the entry in `shown`, before the user changes a field. */
	answer?: Answer;
	/** Explains the entry's pay by the legal rule. */
	reason?: string;
	startHint?: string;
	result?: SubmissionResult<string[]>;
	/** Version (a hash of the values) of the stored entry when the form was loaded; undefined if none was stored. */
	version?: string;
	saved?: Record<ExtraFieldName, string | null>;
	isResumed?: boolean;
	signIn?: ReactNode;
}

const readExtra = readerOf(extraChoices);

const LABELS = {
	date: "Fecha en que empezó",
	shift: "Turno",
	hour: "Cantidad de horas",
	comment: "Comentario (opcional)",
	startTime: "Hora de entrada (opcional)",
	compensation: "Cómo te la compensan (opcional)",
	hours50: "Horas al 50 %",
	hours100: "Horas al 100 %",
} as const;

const OPTIONS = { compensation: compensationOptions };

/** Form for a new or an existing overtime entry. */
export function ExtraForm({ idFile, submit, today, choices, result, version, ...props }: ExtraFormProps) {
	const [form, fields] = useForm({
		id: "extra",
		schema: extraSchemaOn(today),
		lastResult: result,
		defaultValue: props.shown,
		read: readExtra,
	});
	const { answer, isCurrent } = useRuleAnswer(form.meta.id, result ? undefined : props.answer, idFile);
	const own = useMemo(
		() => ({ ...choices?.own, ...(answer && { [answer.date]: answer.shift }) }),
		[choices, answer],
	);
	useOwnShift(form.meta.id, own, props.isShiftProposed === true);
	useNoteInSight();
	return (
		<PostForm
			form={form}
			fields={fields}
			submit={submit}
			cancel="/auth/work-overtime"
			isSignedOut={props.signIn !== undefined}
			isFloating
		>
			{props.isResumed && <ResumedNote />}
			{props.saved && <EditConflict labels={LABELS} saved={props.saved} typed={fields} options={OPTIONS} />}
			{props.signIn}
			<input type="hidden" name="idFile" value={idFile} />
			{version && <input type="hidden" name="version" value={version} />}
			<ChoiceFields
				form={form.meta}
				fields={fields}
				labels={LABELS}
				today={today}
				choices={choices}
				hint={answer?.hint ?? choices?.hint}
			/>
			<p className="answer" role="status">
				{isCurrent && answer?.text}
			</p>
			<MoreFields
				form={form.meta}
				fields={fields}
				labels={LABELS}
				startHint={props.startHint}
				reason={props.reason}
			/>
		</PostForm>
	);
}
