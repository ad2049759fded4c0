import type { InputHTMLAttributes } from "react";
import { controlProps, Field, type FieldProps, shownValue } from "./field";

type InputProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	"autoCapitalize" | "autoComplete" | "disabled" | "inputMode" | "pattern" | "placeholder" | "spellCheck"
>;

interface TextFieldProps extends FieldProps, InputProps {
	type?: "text" | "email" | "tel" | "url" | "date" | "time";
}

/** One line of text, with what was typed before. No `maxlength`: it cuts off what is pasted without a word. */
export function TextField({ field, label, hint, messages, type = "text", ...input }: TextFieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<input
				{...controlProps({ field, label, hint, messages })}
				{...input}
				type={type}
				minLength={field.minLength}
				defaultValue={shownValue(field)}
			/>
		</Field>
	);
}

interface PasswordFieldProps extends FieldProps {
	autoComplete: "new-password" | "current-password";
	/** Name of the field that this one repeats. */
	sameAs?: string;
}

/** A password. It never comes back from the server; with script it can be shown while it is typed. */
export function PasswordField({ field, label, hint, messages, autoComplete, sameAs }: PasswordFieldProps) {
	const boxId = `${field.id}-shown`;
	const reveal = (
		<label className="reveal" htmlFor={boxId} data-reveal={field.id} hidden>
			<input id={boxId} type="checkbox" autoComplete="off" />
			Mostrar contraseña
		</label>
	);
	return (
		<Field field={field} label={label} hint={hint} after={reveal}>
			<input
				{...controlProps({ field, label, hint, messages })}
				type="password"
				autoComplete={autoComplete}
				autoCapitalize="none"
				spellCheck={false}
				minLength={field.minLength}
				data-same-as={sameAs}
			/>
		</Field>
	);
}
