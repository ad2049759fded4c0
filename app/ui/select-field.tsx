import { controlProps, Field, type FieldProps, shownValue } from "./field";

interface SelectFieldProps extends FieldProps {
	/** In the order shown. One with the value "" stands for no choice. */
	options: readonly { value: string; label: string }[];
}

/** One of a list, with what was chosen before. */
export function SelectField({ field, label, hint, messages, options }: SelectFieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<select {...controlProps({ field, label, hint, messages })} defaultValue={shownValue(field)}>
				{options.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</select>
		</Field>
	);
}
