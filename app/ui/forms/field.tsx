import type { ComponentProps, ReactNode } from "react";
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
	/** Makes the field a group of radio buttons, with these further properties of its element. */
	group?: ComponentProps<"div">;
	children: ReactNode;
}

/** A form field: label, hint, control and error. */
export function Field({ field, id = field.id, label, hint, group, children }: FrameProps) {
	const name = `${field.id}-label`;
	const groupProps = group && {
		role: "radiogroup",
		"aria-labelledby": name,
		"aria-invalid": field.errors ? true : undefined,
		...describedBy({ field, hint }),
		...group,
	};
	return (
		<div className="field" {...groupProps}>
			{group ? <strong id={name}>{label}</strong> : <label htmlFor={id}>{label}</label>}
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
 * screen readers announce the text. Removes conform's attribute `form`: Firefox takes what has it out of a form that has
 * just left the page, whose values are kept for the way back.
 */
export function describedBy({ field, hint }: Pick<FrameProps, "field" | "hint">) {
	return {
		"aria-describedby": hint ? `${field.descriptionId} ${field.errorId}` : field.errorId,
		form: undefined,
	};
}

/** Returns the field's initial value if it is a text. */
export function shownValue({ initialValue }: FormField): string | undefined {
	return typeof initialValue === "string" ? initialValue : undefined;
}
