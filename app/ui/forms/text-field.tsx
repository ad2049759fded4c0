import { getInputProps } from "@conform-to/react";
import { useNavigation } from "@remix-run/react";
import { type InputHTMLAttributes, useState } from "react";
import { useIsAlive } from "~/ui/use-is-alive";
import { describedBy, Field, type FieldProps } from "./field";

type InputProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	"autoCapitalize" | "autoComplete" | "disabled" | "inputMode" | "list" | "spellCheck"
>;

interface TextFieldProps extends FieldProps, InputProps {
	type?: "text" | "email" | "tel" | "url" | "date" | "time";
}

/**
 * One line of text, with what was typed before. No `maxlength`: it cuts off what is pasted without a word. Its form is the one
 * around it, which is not always conform's: the sign-in stands in another one.
 */
export function TextField({ field, label, hint, type = "text", ...input }: TextFieldProps) {
	return (
		<Field field={field} label={label} hint={hint}>
			<input
				{...getInputProps(field, { type })}
				{...describedBy({ field, hint })}
				{...input}
				form={undefined}
			/>
		</Field>
	);
}

interface PasswordFieldProps extends FieldProps {
	autoComplete: "new-password" | "current-password";
}

/** A password. It never comes back from the server; on a page that is alive it can be shown while it is typed. */
export function PasswordField({ field, label, hint, autoComplete }: PasswordFieldProps) {
	const [isShown, setShown] = useState(false);
	const isAlive = useIsAlive();
	// A browser remembers what was sent from a text field, and offers it to the next person.
	if (useNavigation().state === "submitting" && isShown) setShown(false);
	return (
		<Field field={field} label={label} hint={hint}>
			<input
				{...getInputProps(field, { type: isShown ? "text" : "password", value: false })}
				{...describedBy({ field, hint })}
				autoComplete={autoComplete}
				autoCapitalize="none"
				spellCheck={false}
				form={undefined}
			/>
			{isAlive && (
				<button
					className="reveal"
					type="button"
					aria-controls={field.id}
					aria-label={isShown ? "Ocultar contraseña" : "Mostrar contraseña"}
					onClick={() => setShown(!isShown)}
				>
					{isShown ? "Ocultar" : "Mostrar"}
				</button>
			)}
		</Field>
	);
}
