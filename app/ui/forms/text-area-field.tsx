import { getTextareaProps } from "@conform-to/react";
import { describedBy, Field, type FieldProps } from "./field";

/** Form field for several lines of text. */
export function TextAreaField({ field, label, hint }: FieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<textarea {...getTextareaProps(field)} {...describedBy({ field, hint })} rows={5} />
		</Field>
	);
}
