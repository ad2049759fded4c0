import type { ReactNode } from "react";
import type { FormField } from "./use-form";

export interface FieldProps {
	field: FormField;
	label: string;
	hint?: ReactNode;
}

interface FrameProps extends Omit<FieldProps, "field"> {
	field: Pick<FormField, "id" | "errors" | "descriptionId" | "errorId">;
	/** Id of the control; by default the field's. */
	id?: string;
	children: ReactNode;
}

/** A form field: label, hint, control and error. */
export function Field({ field, id = field.id, label, hint, children }: FrameProps) {
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{hint && (
				<p className="hint" id={field.descriptionId}>
					{hint}
				</p>
			)}
			{children}
			<p className="error" id={field.errorId}>
				{field.errors?.[0]}
			</p>
		</div>
	);
}

/**
 * Connects a control to its hint and error for screen readers. The error's element exists before its text, so that
 * screen readers announce the text.
 */
export function describedBy({ field, hint }: Pick<FrameProps, "field" | "hint">) {
	return { "aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId };
}

/** Returns the field's initial value if it is a text. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
