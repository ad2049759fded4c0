import type { SubmissionResult } from "@conform-to/react";
import { changePasswordSchema } from "~/features/auth/account-schemas";
import { EndPasskeys } from "~/features/auth/passkeys/end-passkeys";
import { NewPasswordFields } from "~/features/auth/passwords/account-fields";
import { useNewPasswordForm } from "~/features/auth/passwords/use-new-password-form";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField } from "~/ui/forms/text-field";

interface ChangePasswordFormProps {
	/** E-mail address of the account, under which a password manager stores the new password. */
	email: string;
	/** Names of the user's passkeys. */
	passkeys: readonly string[];
	/** Result of sending this form; undefined if the user sent another form of the page, or none. */
	result?: SubmissionResult<string[]>;
}

export function ChangePasswordForm({ email, passkeys, result }: ChangePasswordFormProps) {
	const [form, fields] = useNewPasswordForm({
		id: "clave",
		schema: changePasswordSchema,
		lastResult: result,
	});
	return (
		<PostForm form={form} submit="Cambiar la contraseña" intent="password">
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			<PasswordField
				field={fields.currentPassword}
				label="Contraseña actual"
				autoComplete="current-password"
			/>
			<NewPasswordFields fields={fields} label="Contraseña nueva" hint="6 caracteres o más." />
			<EndPasskeys names={passkeys} />
		</PostForm>
	);
}
