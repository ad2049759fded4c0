import type { SubmissionResult } from "@conform-to/react";
import { messages } from "~/lib/messages";
import { PostForm } from "~/ui/post-form";
import { PasswordField, TextField } from "~/ui/text-field";
import { type FormField, useForm } from "~/ui/use-form";

type Rules<Name extends string> = Record<
	Name,
	{ required?: boolean; minLength?: number; maxLength?: number }
>;

const SUBMIT = "Eliminar mi cuenta para siempre";

interface DeleteByPasswordProps {
	/** Tells the browser's password manager whose password it is. */
	email: string;
	constraint: Rules<"currentPassword" | "confirmation">;
	result?: SubmissionResult<string[]> | null;
}

export function DeleteByPassword({ email, constraint, result }: DeleteByPasswordProps) {
	const [form, fields] = useForm({ id: "eliminar", lastResult: result, constraint });
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
			<PasswordField
				field={fields.currentPassword}
				label="Tu contraseña"
				autoComplete="current-password"
				messages={{ missing: messages.passwordRequired }}
			/>
			<ConfirmationField field={fields.confirmation} />
		</PostForm>
	);
}

interface DeleteByCodeProps {
	constraint: Rules<"code" | "confirmation">;
	result?: SubmissionResult<string[]> | null;
}

/** For an account without a password: first a button that mails a code, then the form that takes it. */
export function DeleteByCode({ constraint, result }: DeleteByCodeProps) {
	const [form, fields] = useForm({ id: "eliminar", lastResult: result, constraint });
	return (
		<>
			<form className="row" method="post">
				<button className="button" type="submit" name="intent" value="code">
					Mandarme un código por correo
				</button>
			</form>
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
					pattern="\s*(\d\s*){6}"
					messages={{
						missing: "Escribí el código de 6 números que te mandamos.",
						wrong: "El código tiene 6 números.",
					}}
				/>
				<ConfirmationField field={fields.confirmation} />
			</PostForm>
		</>
	);
}

function ConfirmationField({ field }: { field: FormField }) {
	const wrong = "Escribí ELIMINAR, en mayúsculas, para confirmar.";
	return (
		<TextField
			field={field}
			label="Escribí ELIMINAR para confirmar"
			autoComplete="off"
			autoCapitalize="characters"
			spellCheck={false}
			pattern="\s*ELIMINAR\s*"
			messages={{ missing: wrong, wrong }}
		/>
	);
}
