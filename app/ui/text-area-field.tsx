import { controlProps, Field, type FieldProps, shownValue } from "./field";

/** Some lines of text, with what was typed before. */
export function TextAreaField({ field, label, hint, messages }: FieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<textarea
				{...controlProps({ field, label, hint, messages })}
				rows={5}
				minLength={field.minLength}
				defaultValue={shownValue(field)}
			/>
		</Field>
	);
}
