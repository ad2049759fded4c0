import { getSelectProps } from "@conform-to/react";
import { Fragment, useEffect, useRef } from "react";
import { describedBy, Field, type FieldProps, shownValue } from "./field";

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

interface RadioFieldProps extends FieldProps {
	options: readonly SelectOption[];
}

/** Radio buttons that look like chips, one of which is always selected. */
export function RadioField({ field, label, options }: RadioFieldProps) {
	const shown = shownValue(field) || options[0]?.value;
	return (
		<Field field={field} label={label} group={{}}>
			<div className="chips">
				{options.map(({ value, label: text }) => {
					const id = value === shown ? field.id : `${field.id}-${value}`;
					return (
						<Fragment key={value}>
							<input id={id} type="radio" name={field.name} value={value} defaultChecked={value === shown} />
							<label htmlFor={id}>{text}</label>
						</Fragment>
					);
				})}
			</div>
		</Field>
	);
}
