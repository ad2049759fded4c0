import type { ReactNode } from "react";
import type { FormField } from "./use-form";

export interface FieldProps {
	field: FormField;
	label: string;
	hint?: ReactNode;
}

interface FrameProps extends FieldProps {
	/** An error that the form's schema does not give. */
	problem?: string;
	children: ReactNode;
}

/** Label, hint, control and error of a field. */
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
 * Makes hint and error the description of a control. The element of the error exists before its text, so that screen
 * readers announce the error.
 */
export function describedBy({ field, hint }: Pick<FieldProps, "field" | "hint">) {
	return { "aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId };
}

/** The value to show in the control. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
