import type { ReactNode } from "react";
import type { FormField } from "./use-form";

/** What to tell about each kind of mistake, for the browser script; the server's texts are in the schemas. */
export interface FieldMessages {
	/** The field is empty. Also told for a kind below that has no text of its own. */
	missing?: string;
	/** Shorter than it must be. */
	short?: string;
	/** Not what the type or the pattern asks for. Also told for a kind above that has no text of its own. */
	wrong?: string;
	/** Not the same as the field that it repeats. */
	differs?: string;
}

export interface FieldProps {
	field: FormField;
	label: string;
	hint?: ReactNode;
	messages?: FieldMessages;
}

interface FrameProps extends FieldProps {
	children: ReactNode;
	/** What belongs to the control and is not said in its error: comes last. */
	after?: ReactNode;
}

/** Around every control: its label above, a hint, the control, and below it the place of its error. */
export function Field({ field, label, hint, children, after }: FrameProps) {
	return (
		<div className="field">
			<label htmlFor={field.id}>{label}</label>
			{hint && (
				<p className="hint" id={field.descriptionId}>
					{hint}
				</p>
			)}
			{children}
			<p className="error" id={field.errorId}>
				{field.errors?.[0]}
			</p>
			{after}
		</div>
	);
}

/** The attributes that all controls share: name, constraints, what describes them, texts for the script. */
export function controlProps({ field, hint, messages = {} }: FieldProps) {
	return {
		id: field.id,
		name: field.name,
		required: field.required,
		"aria-invalid": field.errors ? true : undefined,
		// The place of the error is there before the error, so that the script has only to fill it.
		"aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId,
		"data-missing": messages.missing,
		"data-short": messages.short,
		"data-wrong": messages.wrong,
		"data-differs": messages.differs,
	};
}

/** What was typed or is kept in the profile, for the control to show. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
