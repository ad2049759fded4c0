import { getSelectProps } from "@conform-to/react";
import { describedBy, Field, type FieldProps } from "./field";

export interface SelectOption {
	/** Value of the option; "" stands for no choice. */
	value: string;
	label: string;
}

interface SelectFieldProps extends FieldProps {
	options: readonly (SelectOption | { group: string; options: readonly SelectOption[] })[];
}

export function SelectField({ field, label, hint, options }: SelectFieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<select {...getSelectProps(field)} {...describedBy({ field, hint })}>
				{options.map((option) =>
					"group" in option ? (
						<optgroup key={option.group} label={option.group}>
							{option.options.map(optionOf)}
						</optgroup>
					) : (
						optionOf(option)
					),
				)}
			</select>
		</Field>
	);
}

function optionOf({ value, label }: SelectOption) {
	return (
		<option key={value} value={value}>
			{label}
		</option>
	);
}
