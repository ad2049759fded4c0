import { explained, messages } from "~/lib/messages";
import { PasswordField, TextField } from "~/ui/text-field";
import type { FormField } from "~/ui/use-form";

interface EmailFieldProps {
	field: FormField;
	hint?: string;
	/** "email" where a person is new; "username" where the password manager knows them by it. */
	autoComplete: "email" | "username";
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
			messages={{ missing: messages.emailRequired, wrong: explained.emailMalformed }}
		/>
	);
}

interface NewPasswordFieldsProps {
	fields: { password: FormField; confirmPassword: FormField };
	label: string;
	hint: string;
}

/** A password that is being chosen, twice. */
export function NewPasswordFields({ fields, label, hint }: NewPasswordFieldsProps) {
	return (
		<>
			<PasswordField
				field={fields.password}
				label={label}
				hint={hint}
				autoComplete="new-password"
				messages={{ missing: messages.passwordRequired, short: messages.passwordShort }}
			/>
			<PasswordField
				field={fields.confirmPassword}
				label="Confirmar contraseña"
				autoComplete="new-password"
				sameAs="password"
				messages={{
					missing: messages.confirmPasswordShort,
					short: messages.confirmPasswordShort,
					differs: messages.passwordsDiffer,
				}}
			/>
		</>
	);
}
