import { getSelectProps } from "@conform-to/react";
import { useEffect, useRef } from "react";
import { describedBy, Field, type FieldProps } from "./field";

export interface SelectOption {
	/** Value of the option; "" stands for no choice. */
	value: string;
	label: string;
}

interface SelectFieldProps extends FieldProps {
	options: readonly SelectOption[];
	/**
	 * Function to call with the chosen value, also with one that was chosen before the script came. Pass the same
	 * function at every rendering.
	 */
	onChoose?: (value: string) => void;
}

export function SelectField({ field, label, hint, options, onChoose }: SelectFieldProps) {
	const select = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		if (select.current) onChoose?.(select.current.value);
	}, [onChoose]);
	return (
		<Field field={field} label={label} hint={hint}>
			<select
				ref={select}
				{...getSelectProps(field)}
				{...describedBy({ field, hint })}
				onChange={onChoose && (({ target }) => onChoose(target.value))}
			>
				{options.map(({ value, label: text }) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
		</Field>
	);
}
