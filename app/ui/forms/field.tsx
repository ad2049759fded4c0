import type { ReactNode } from "react";
import type { FormField } from "./use-form";

export interface FieldProps {
	field: FormField;
	label: string;
	hint?: ReactNode;
}

interface FrameProps extends FieldProps {
	/** Additional error, which the form's schema cannot detect. */
	problem?: string;
	children: ReactNode;
}

/** A form field: label, hint, control and error. */
export function Field({ field, label, hint, problem, children }: FrameProps) {
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
				{problem || field.errors?.[0]}
			</p>
		</div>
	);
}

/**
 * Makes hint and error of a field the description of its control. The element for the error exists before the error's
 * text, so that screen readers announce the error.
 */
export function describedBy({ field, hint }: Pick<FieldProps, "field" | "hint">) {
	return { "aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId };
}

/** The initial value to show in a field's control. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
