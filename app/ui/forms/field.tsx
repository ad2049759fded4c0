import type { ReactNode } from "react";
import type { FormField } from "./use-form";

export interface FieldProps {
	field: FormField;
	label: string;
	hint?: ReactNode;
}

interface FrameProps extends FieldProps {
	/** What is wrong beyond what the form knows. */
	problem?: string;
	children: ReactNode;
}

/** Around every control: its label above, a hint, the control, and below it the place of its error. */
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

/** What describes a control. The place of the error is there before the error, so that it is read out when it comes. */
export function describedBy({ field, hint }: Pick<FieldProps, "field" | "hint">) {
	return { "aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId };
}

/** What was typed or is kept in the profile, for the control to show. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
