import type { SubmissionResult } from "@conform-to/react";
import { deleteByCodeSchema, deleteSchema } from "~/features/auth/account-schemas";
import { ButtonForm } from "~/ui/forms/button-form";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField, TextField } from "~/ui/forms/text-field";
import { type FormField, useForm } from "~/ui/forms/use-form";

const SUBMIT = "Eliminar mi cuenta para siempre";

interface DeleteByPasswordProps {
	/** E-mail address of the account, by which the browser's password manager finds the password. */
	email: string;
	result?: SubmissionResult<string[]> | null;
}

export function DeleteByPassword({ email, result }: DeleteByPasswordProps) {
	const [form, fields] = useForm({ id: "eliminar", schema: deleteSchema, lastResult: result });
	return (
		<PostForm
			form={form}
			fields={fields}
			submit={SUBMIT}
			intent="delete"
			isFinal
			cancel="/auth/my-account/edit-profile"
		>
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			<PasswordField field={fields.currentPassword} label="Tu contraseña" autoComplete="current-password" />
			<ConfirmationField field={fields.confirmation} />
		</PostForm>
	);
}

interface DeleteByCodeProps {
	result?: SubmissionResult<string[]> | null;
}

/** Forms that delete an account without a password: a button that mails a code, and a form to type the code. */
export function DeleteByCode({ result }: DeleteByCodeProps) {
	const [form, fields] = useForm({ id: "eliminar", schema: deleteByCodeSchema, lastResult: result });
	return (
		<>
			<ButtonForm id="pedir" intent="code" submit="Mandarme un código por correo" />
			<PostForm
				form={form}
				fields={fields}
				submit={SUBMIT}
				intent="delete"
				isFinal
				cancel="/auth/my-account/edit-profile"
			>
				<TextField
					field={fields.code}
					label="Código del correo"
					inputMode="numeric"
					autoComplete="one-time-code"
				/>
				<ConfirmationField field={fields.confirmation} />
			</PostForm>
		</>
	);
}

function ConfirmationField({ field }: { field: FormField }) {
	return (
		<TextField
			field={field}
			label="Escribí ELIMINAR para confirmar"
			autoComplete="off"
			autoCapitalize="characters"
			spellCheck={false}
		/>
	);
}
