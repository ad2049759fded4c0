import type { SubmissionResult } from "@conform-to/react";
import { messages } from "~/lib/messages";
import { PostForm } from "~/ui/post-form";
import { PasswordField } from "~/ui/text-field";
import { useForm } from "~/ui/use-form";

interface ConfirmLinkProps {
	needsPassword: boolean;
	constraint: { password: { required?: boolean; minLength?: number; maxLength?: number } };
	result?: SubmissionResult<string[]> | null;
}

/** What a mailed link opens: a button, because programs that scan mails open links too. */
export function ConfirmLink({ needsPassword, constraint, result }: ConfirmLinkProps) {
	const [form, fields] = useForm({ id: "confirm", lastResult: result, constraint });
	return (
		<div className="narrow">
			<h1>Confirmá tu correo</h1>
			{needsPassword ? (
				<p className="lead">
					Abriste el enlace en otro equipo o navegador: escribí la contraseña que elegiste al crear la cuenta.
				</p>
			) : (
				<p className="lead">Un toque más y tu correo queda verificado.</p>
			)}
			<PostForm
				form={form}
				fields={needsPassword ? fields : {}}
				submit="Confirmar mi correo"
				intent="confirm"
			>
				{needsPassword && (
					<PasswordField
						field={{ ...fields.password, required: true }}
						label="Contraseña"
						autoComplete="current-password"
						messages={{ missing: messages.passwordRequired }}
					/>
				)}
			</PostForm>
			{needsPassword && (
				<p>
					¿No creaste vos la cuenta, o no te acordás de la contraseña?{" "}
					<a href="/auth/recovery-pass">Recuperar contraseña</a>.
				</p>
			)}
		</div>
	);
}

/** In place of a link that was used, or was too old. */
export function UsedLink({ isWaiting }: { isWaiting: boolean }) {
	return (
		<div className="narrow">
			<h1>El enlace ya no sirve</h1>
			<p className="lead">
				Se usa una sola vez, dura 24 horas, y cada correo nuevo anula el anterior. Si tu correo ya está
				verificado, no tenés que hacer nada más.
			</p>
			{isWaiting ? (
				<form method="post" action="/auth/verify-email">
					<button className="button main" type="submit" name="intent" value="resend">
						Mandar otro correo
					</button>
				</form>
			) : (
				<a className="button main" href="/auth/login">
					INGRESAR
				</a>
			)}
		</div>
	);
}
