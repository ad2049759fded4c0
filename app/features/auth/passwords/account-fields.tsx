import { PasswordField, TextField } from "~/ui/forms/text-field";
import type { FormField } from "~/ui/forms/use-form";

interface EmailFieldProps {
	field: FormField;
	hint?: string;
	/** The name under which password managers keep the password; with "webauthn", the browser may offer passkeys too. */
	autoComplete: "username" | "username webauthn";
}

export function EmailField({ field, hint, autoComplete }: EmailFieldProps) {
	return (
		<TextField
			field={field}
			label="Correo electrónico"
			hint={hint}
			type="email"
			inputMode="email"
			autoComplete={autoComplete}
		/>
	);
}

interface NewPasswordFieldsProps {
	fields: { password: FormField; confirmPassword: FormField };
	label: string;
	hint: string;
}

export function NewPasswordFields({ fields, label, hint }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField field={fields.password} label={label} hint={hint} autoComplete="new-password" />
			<PasswordField
				field={fields.confirmPassword}
				label="Confirmar contraseña"
				autoComplete="new-password"
			/>
		</>
	);
}
