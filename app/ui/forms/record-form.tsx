import type { SubmissionResult } from "@conform-to/react";
import type { ComponentProps, ReactNode } from "react";
import { EditConflict } from "./edit-conflict";
import { PostForm } from "./post-form";

/** What the form of any record shows, as its loader, `saveRecordForm` or the page of an ended session gives it. */
export interface RecordFormProps<Name extends string = string> {
	/** Values with which the fields are filled in at first. */
	shown: Partial<Record<Name, string | null>>;
	result?: SubmissionResult<string[]> | null;
	/** Version (a hash of the values) of the record when the form was loaded; undefined for a new record. */
	version?: string;
	/** Values that another tab or device saved after the form was loaded. */
	saved?: Readonly<Record<string, string | null>>;
	/** Whether the form reappears with the typed values after the user has signed in again. */
	isResumed?: boolean;
	/** Sign-in fields, when the session has ended. */
	signIn?: ReactNode;
}

interface FrameProps extends Omit<ComponentProps<typeof PostForm>, "isSignedOut"> {
	record: Omit<RecordFormProps, "shown">;
	/** Key of a new record, created with the form, so that a form sent twice stores only one record. */
	idFile?: string;
	/** Labels by field name, in display order. */
	labels: Readonly<Record<string, string>>;
	/** Options of fields with a choice, by field name. */
	options?: ComponentProps<typeof EditConflict>["options"];
}

/** The frame of a record's form: the notes above its fields and the hidden fields. */
export function RecordForm({ record, idFile, labels, options, children, ...form }: FrameProps) {
	const { version, saved, isResumed, signIn } = record;
	return (
		<PostForm {...form} isSignedOut={signIn !== undefined}>
			{isResumed && (
				<p className="note" role="status">
					Ya ingresaste. Lo que escribiste está acá y todavía no se guardó: revisalo y tocá el botón de abajo.
				</p>
			)}
			{saved && <EditConflict labels={labels} saved={saved} typed={form.form.fields} options={options} />}
			{signIn}
			{idFile && <input type="hidden" name="idFile" value={idFile} />}
			{version && <input type="hidden" name="version" value={version} />}
			{children}
		</PostForm>
	);
}
