import type { ReactNode } from "react";
import { deleteByCodeSchema, deleteSchema } from "~/features/auth/account-schemas";
import { ButtonForm } from "~/ui/forms/button-form";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField, TextField } from "~/ui/forms/text-field";
import { type Form, type FormField, type FormResult, useForm } from "~/ui/forms/use-form";

interface DeleteByPasswordProps {
	/** E-mail address of the account, by which the browser's password manager finds the password. */
	email: string;
	result?: FormResult;
}

export function DeleteByPassword({ email, result }: DeleteByPasswordProps) {
	const [form, fields] = useForm({ id: "eliminar", schema: deleteSchema, result });
	return (
		<DeleteForm form={form} confirmation={fields.confirmation}>
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			<PasswordField field={fields.currentPassword} label="Tu contraseña" autoComplete="current-password" />
		</DeleteForm>
	);
}

/** Forms that delete an account without a password: a button that mails a code, and a form to type the code. */
export function DeleteByCode({ result }: Pick<DeleteByPasswordProps, "result">) {
	const [form, fields] = useForm({ id: "eliminar", schema: deleteByCodeSchema, result });
	return (
		<>
			<ButtonForm id="pedir" intent="code" submit="Mandarme un código por correo" />
			<DeleteForm form={form} confirmation={fields.confirmation}>
				<TextField
					field={fields.code}
					label="Código del correo"
					inputMode="numeric"
					autoComplete="one-time-code"
				/>
			</DeleteForm>
		</>
	);
}

interface DeleteFormProps {
	form: Form;
	confirmation: FormField;
	/** Field by which the user proves to be the owner. */
	children: ReactNode;
}

function DeleteForm({ form, confirmation, children }: DeleteFormProps) {
	return (
		<PostForm
			form={form}
			submit="Eliminar mi cuenta para siempre"
			intent="delete"
			isFinal
			cancel="/auth/my-account/edit-profile?view=account"
		>
			{children}
			<TextField
				field={confirmation}
				label="Escribí ELIMINAR para confirmar"
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
			/>
		</PostForm>
	);
}
