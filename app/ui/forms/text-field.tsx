import { getInputProps } from "@conform-to/react";
import { useLocation, useNavigation } from "@remix-run/react";
import { type InputHTMLAttributes, useState } from "react";
import { useIsAlive } from "~/ui/use-is-alive";
import { describedBy, Field, type FieldProps } from "./field";

type InputProps = Pick<
	InputHTMLAttributes<HTMLInputElement>,
	| "aria-describedby"
	| "aria-invalid"
	| "autoCapitalize"
	| "autoComplete"
	| "defaultValue"
	| "disabled"
	| "id"
	| "inputMode"
	| "spellCheck"
>;

interface TextFieldProps extends FieldProps, InputProps {
	type?: "text" | "email" | "tel" | "url" | "date" | "time";
}

/**
 * Form field for one line of text. Has no `maxlength`, which would silently cut pasted text. Leaves out conform's
 * attribute `form`, so that the field belongs to the form around it: sign-in fields can be part of another form.
 */
export function TextField({ field, id = field.id, label, hint, type = "text", ...input }: TextFieldProps) {
	return (
		<Field field={field} id={id} label={label} hint={hint}>
			<input {...getInputProps(field, { type })} {...describedBy({ field, hint })} {...input} id={id} />
		</Field>
	);
}

interface PasswordFieldProps extends FieldProps {
	autoComplete: "new-password" | "current-password";
}

/** A password, which the server never returns and a hydrated page can reveal. */
export function PasswordField({ field, label, hint, autoComplete }: PasswordFieldProps) {
	const isAlive = useIsAlive();
	const { key } = useLocation();
	const [shownOn, setShownOn] = useState<string>();
	// Hides the password before sending, because browsers remember a sent text field and suggest it later. A slow phone may
	// never render that it sends: the page after it has a key of its own.
	const isShown = useNavigation().state !== "submitting" && shownOn === key;
	return (
		<Field field={field} label={label} hint={hint}>
			<input
				{...getInputProps(field, { type: isShown ? "text" : "password", value: false })}
				{...describedBy({ field, hint })}
				autoComplete={autoComplete}
				autoCapitalize="none"
				spellCheck={false}
			/>
			{isAlive && (
				<button
					className="btn text reveal"
					type="button"
					aria-controls={field.id}
					aria-label={isShown ? "Ocultar contraseña" : "Mostrar contraseña"}
					onClick={() => setShownOn(isShown ? undefined : key)}
				>
					{isShown ? "Ocultar" : "Mostrar"}
				</button>
			)}
		</Field>
	);
}
