import { type ComponentProps, type FormEvent, Fragment, useEffect, useRef, useState } from "react";
import { OTHER, shownName } from "~/lib/forms/other-choice";
import { Field, type FieldProps, shownValue } from "./field";
import { TextField } from "./text-field";
import type { Form } from "./use-form";
import { afterPress } from "./watch-form";

export interface Choice {
	value: string;
	label: string;
	note?: string;
	/** What a screen reader reads instead of label and note, if they do not read well. */
	spoken?: string;
	/** Class of the label's letter, such as "N". */
	look?: string;
	/** Whether the choice stands before the others, in a cell of its own. */
	isLarge?: boolean;
}

interface ChoiceFieldProps extends FieldProps {
	form: Form["meta"];
	choices: readonly Choice[];
	/** Text field of the choice "Otra" (another value). The function `otherName` returns the name of this field. */
	other: ComponentProps<typeof TextField>;
	/** Values that are never typed, also if they are not among the present `choices`. */
	untyped?: readonly string[];
}

/**
 * Radio buttons and the choice "Otra" with a text field. A hydrated page sends the typed value only if "Otra" is
 * selected. Without hydration the server decides whether the typed value counts (app/lib/forms/other-choice.ts).
 */
export function ChoiceField(props: ChoiceFieldProps) {
	const { form, field, label, hint, choices, other, untyped = [] } = props;
	const shown = shownValue(field) ?? "";
	const isTyped = shown !== "" && !untyped.includes(shown) && !choices.some(({ value }) => value === shown);
	const typed = isTyped && shown !== OTHER ? shown : shownValue(other.field);
	const isTwice = other.field.errors !== undefined;
	const group = useRef<HTMLDivElement>(null);
	/** Whether "Otra" is selected; undefined before hydration. */
	const [isOther, setOther] = useState<boolean>();
	useEffect(() => setOther(isOtherChosen(group.current)));
	const problem = field.errors?.[0];
	const { validate } = form;
	const { name } = field;
	useEffect(() => {
		// Hides two events from the form's own listener. When "Otra" is selected, that listener would report that the text
		// field of "Otra" is empty. When this text field changes, the listener would validate the text field's name, but
		// errors belong to `name`, the name of the radio buttons.
		const onChange = (event: Event) => {
			const { target } = event;
			if (!(target instanceof HTMLInputElement)) return;
			if (target.value === OTHER || target.type !== "radio") event.stopPropagation();
			if (target.type !== "radio") afterPress((each) => validate({ name: each }), name);
		};
		const element = group.current;
		element?.addEventListener("change", onChange);
		return () => element?.removeEventListener("change", onChange);
	}, [name, validate]);
	const onInput = ({ target }: FormEvent) => {
		setOther(isOtherChosen(group.current));
		if (problem && target instanceof HTMLInputElement && target.type !== "radio") validate({ name });
	};
	const marked = isTyped ? OTHER : shown;
	const options = [...choices, OTHER_CHOICE];
	const isTypedMeant = isOther ?? isTyped;
	// The control that an error is about has the field's id, for links to the field and the focus: the text field if "Otra"
	// is selected, otherwise the initially selected radio button or the first.
	const found = isTypedMeant ? undefined : (options.find(({ value }) => value === shown) ?? options[0]);
	const idOf = (value: string) => (value === found?.value ? field.id : `${field.id}-${value}`);
	const chip = ({ value, label: text, note, spoken, look }: Choice) => (
		<Fragment key={value}>
			<input
				id={idOf(value)}
				type="radio"
				name={field.name}
				value={value}
				defaultChecked={value === marked}
				required={field.required}
				aria-label={spoken}
			/>
			<label htmlFor={idOf(value)}>
				{look ? <i className={`letter ${look}`}>{text}</i> : text}
				{note && <small>{` ${note}`}</small>}
			</label>
		</Fragment>
	);
	return (
		<Field field={field} label={label} hint={hint} group={{ ref: group, onInput }}>
			{marked !== "" && marked !== OTHER && <input type="hidden" name={shownName(name)} value={marked} />}
			{options.some(isLarge) && <div className="chips near">{options.filter(isLarge).map(chip)}</div>}
			<div className="chips">
				{options.filter((choice) => !isLarge(choice)).map(chip)}
				<div className={isTwice ? "typed shown" : "typed"}>
					<TextField
						{...other}
						id={isTypedMeant ? field.id : undefined}
						defaultValue={typed}
						disabled={isOther === false}
						aria-invalid={(isTypedMeant && problem) || isTwice ? true : undefined}
						aria-describedby={`${other.field.errorId} ${field.errorId}`}
					/>
				</div>
			</div>
		</Field>
	);
}

const isLarge = (choice: Choice) => choice.isLarge === true;

const OTHER_CHOICE: Choice = { value: OTHER, label: "Otra" };

function isOtherChosen(group: Element | null): boolean {
	return group?.querySelector<HTMLInputElement>(`[value=${OTHER}]`)?.checked === true;
}
