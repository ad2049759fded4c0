interface PlainFieldProps {
	name: string;
	/** By default the name; two fields of one form may have the same name. */
	id?: string;
	label: string;
	type?: "date" | "time";
	/** Makes the field a choice; "" stands for no choice. */
	options?: readonly { value: string; label: string }[];
	hint?: string;
	problem?: string;
	value?: string;
	isOptional?: boolean;
}

/** A field of a form that is sent with GET, by default a required one: label, hint, control and error. */
export function PlainField({ name, id = name, label, options, type, ...props }: PlainFieldProps) {
	const { hint, problem, value, isOptional = false } = props;
	const described = [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ");
	const control = {
		id,
		name,
		required: !isOptional,
		defaultValue: value,
		"aria-invalid": problem ? true : undefined,
		"aria-describedby": described || undefined,
	};
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{hint && (
				<p className="hint" id={`${id}-hint`}>
					{hint}
				</p>
			)}
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
			{problem && (
				<p className="error" id={`${id}-error`}>
					{problem}
				</p>
			)}
		</div>
	);
}
