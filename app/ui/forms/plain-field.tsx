import { describedBy, Field } from "./field";
import type { SelectOption } from "./select-field";

interface PlainFieldProps {
	name: string;
	/** By default the name; two fields of one form may have the same name. */
	id?: string;
	label: string;
	type?: "date" | "time" | "search";
	/** Makes the field a choice; "" stands for no choice. */
	options?: readonly SelectOption[];
	hint?: string;
	problem?: string;
	value?: string;
	isOptional?: boolean;
}

/** A field of a form that is sent with GET, by default a required one. */
export function PlainField({ name, id = name, label, options, type, ...props }: PlainFieldProps) {
	const { hint, problem, value, isOptional = false } = props;
	const errors = problem ? [problem] : undefined;
	const field = { id, errors, descriptionId: `${id}-hint`, errorId: `${id}-error` };
	const control = {
		id,
		name,
		required: !isOptional,
		defaultValue: value,
		"aria-invalid": problem ? true : undefined,
		...describedBy({ field, hint }),
	};
	return (
		<Field field={field} label={label} hint={hint}>
			{options ? (
				<select {...control}>
					{options.map((option) => (
						<option key={option.value} value={option.value}>
							{option.label}
						</option>
					))}
				</select>
			) : (
				<input {...control} type={type} autoComplete="off" />
			)}
		</Field>
	);
}
