import { Fragment } from "react";
import { describedBy, type FieldProps, shownValue } from "./field";
import type { SelectOption } from "./select-field";

interface RadioFieldProps extends FieldProps {
	options: readonly SelectOption[];
}

/** Radio buttons that look like chips, one of which is always selected. */
export function RadioField({ field, label, options }: RadioFieldProps) {
	const shown = shownValue(field) || options[0]?.value;
	return (
		<div
			className="field"
			role="radiogroup"
			aria-labelledby={`${field.id}-label`}
			aria-invalid={field.errors ? true : undefined}
			{...describedBy({ field })}
		>
			<strong id={`${field.id}-label`}>{label}</strong>
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
			<p className="error" id={field.errorId}>
				{field.errors?.[0]}
			</p>
		</div>
	);
}
