import type { ComponentProps, ReactNode } from "react";
import type * as z from "zod/mini";
import { formatShortDate } from "~/lib/time/civil-date";
import { Opener } from "~/ui/forms/opener";
import { PostForm } from "~/ui/forms/post-form";
import type { SelectOption } from "~/ui/forms/select-field";
import { type FormField, type FormResult, useForm } from "~/ui/forms/use-form";
import { FailureDialog } from "~/ui/toast/toast-message";

/** What the form of any record shows, as its loader, `saveRecordForm` or the page of an ended session gives it. */
export interface RecordFormProps<Name extends string = string> {
	/** Values with which the fields are filled in at first. */
	shown: Partial<Record<Name, string | null>>;
	result?: FormResult;
	/** Version (a hash of the values) of the record when the form was loaded; undefined for a new record. */
	version?: string;
	/** Values that another tab or device saved after the form was loaded. */
	saved?: Readonly<Record<string, string | null>>;
	/** Whether the form reappears with the typed values after the user has signed in again. */
	isResumed?: boolean;
	/** Why the server could not save, for a dialog. */
	failure?: string;
	/** To whom the server has shown the form again, which another person may have opened. */
	person?: string;
	/** Sign-in fields, when the session has ended. */
	signIn?: ReactNode;
}

/** `useForm` for the form of a record. */
export function useRecordForm<Schema extends z.ZodMiniObject>(
	id: string,
	schema: Schema,
	{ result, shown }: RecordFormProps<keyof Schema["shape"] & string>,
) {
	return useForm({ id, schema, result, defaultValue: shown });
}

interface FrameProps extends Omit<ComponentProps<typeof PostForm>, "isSignedOut"> {
	record: Omit<RecordFormProps, "shown">;
	/** Key of a new record, created with the form, so that a form sent twice stores only one record. */
	idFile?: string;
	/** Labels by field name, in display order. */
	labels: Readonly<Record<string, string>>;
	/** Options of fields with a choice, by field name. */
	options?: Readonly<Record<string, readonly SelectOption[]>>;
}

/** The frame of a record's form: the dialog about a failure, the notes above its fields and the hidden fields. */
export function RecordForm({ record, idFile, labels, options, children, ...form }: FrameProps) {
	const { result, version, saved, isResumed, failure, signIn } = record;
	return (
		<>
			{failure && <FailureDialog text={failure} answer={result} />}
			<PostForm {...form} labels={labels} isSignedOut={signIn !== undefined}>
				{isResumed && (
					<p className="note" role="status">
						Ya ingresaste. Lo que escribiste está acá y todavía no se guardó: revisalo y tocá el botón de
						abajo.
					</p>
				)}
				{saved && <EditConflict labels={labels} saved={saved} typed={form.form.fields} options={options} />}
				{signIn}
				{idFile && <input type="hidden" name="idFile" value={idFile} />}
				{version && <input type="hidden" name="version" value={version} />}
				<Opener person={record.person} />
				<input type="hidden" name="sending" />
				{children}
			</PostForm>
		</>
	);
}

interface EditConflictProps extends Pick<FrameProps, "labels" | "options"> {
	saved: Readonly<Record<string, string | null>>;
	/** All fields of the form, with the values that the user has just sent. */
	typed: Record<string, FormField>;
}

const CIVIL_DATE = /^\d{4}-\d\d-\d\d$/;

/** Shows stored values that differ from the form's values, when the row was changed after the form was loaded. */
function EditConflict({ labels, saved, typed, options = {} }: EditConflictProps) {
	const shown = (name: string) => {
		const value = saved[name] ?? "";
		const option = options[name]?.find((each) => each.value === value);
		return option?.label ?? ((CIVIL_DATE.test(value) && formatShortDate(value)) || value || "vacío");
	};
	const others = Object.entries(labels).filter(([name]) => {
		const field = typed[name];
		const text = typeof field?.value === "string" ? field.value : "";
		return field && (saved[name] ?? "") !== text.replaceAll("\r\n", "\n").trim();
	});
	return (
		<section className="card" aria-labelledby="guardado">
			<h2 id="guardado">Lo que está guardado ahora</h2>
			<dl className="facts plain lines">
				{others.map(([name, label]) => (
					<div key={name}>
						<dt>{label}</dt>
						<dd>{shown(name)}</dd>
					</div>
				))}
			</dl>
			<p className="hint">Lo tuyo está abajo. Si querés dejar lo guardado, tocá Cancelar.</p>
		</section>
	);
}
