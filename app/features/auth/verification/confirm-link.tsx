import { Form } from "@remix-run/react";
import { confirmSchema } from "~/features/auth/account-schemas";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/forms/submit-button";
import { PasswordField } from "~/ui/forms/text-field";
import { type FormResult, useForm } from "~/ui/forms/use-form";

interface ConfirmLinkProps {
	needsPassword: boolean;
	result?: FormResult;
}

/**
 * Page that opens from the link in a verification mail. The page asks for a button press, because mail scanners also
 * open links.
 */
export function ConfirmLink({ needsPassword, result }: ConfirmLinkProps) {
	return (
		<div className="narrow">
			<h1>Confirmá tu correo</h1>
			{needsPassword ? <ConfirmByPassword result={result} /> : <ConfirmByButton />}
		</div>
	);
}

const SUBMIT = "Confirmar mi correo";

function ConfirmByButton() {
	return (
		<>
			<p className="lead">Un toque más y tu correo queda verificado.</p>
			<Form className="form" method="post">
				<SubmitButton intent="confirm">{SUBMIT}</SubmitButton>
			</Form>
		</>
	);
}

function ConfirmByPassword({ result }: Pick<ConfirmLinkProps, "result">) {
	const [form, fields] = useForm({ id: "confirm", schema: confirmSchema, result });
	return (
		<>
			<p className="lead">
				Abriste el enlace en otro equipo o navegador: escribí la contraseña que elegiste al crear la cuenta.
			</p>
			<PostForm form={form} submit={SUBMIT} intent="confirm">
				<PasswordField field={fields.password} label="Contraseña" autoComplete="current-password" />
			</PostForm>
			<p>
				¿No creaste vos la cuenta, o no te acordás de la contraseña?{" "}
				<a href="/auth/recovery-pass">Recuperar contraseña</a>.
			</p>
		</>
	);
}

/** Page that opens from a used, replaced or expired link in a verification mail. */
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
					<button className="btn main" type="submit" name="intent" value="resend">
						Mandar otro correo
					</button>
				</form>
			) : (
				<a className="btn main" href="/auth/login">
					INGRESAR
				</a>
			)}
		</div>
	);
}
