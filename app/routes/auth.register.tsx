import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { landingOf } from "~/features/account/landing.server";
import { registerSchema, usernameLimit } from "~/features/auth/account-schemas";
import { GoogleButton } from "~/features/auth/google/google-button";
import { EmailField, NewPasswordFields } from "~/features/auth/passwords/account-fields";
import { checkNewPasswordAction } from "~/features/auth/passwords/new-password.server";
import { useNewPasswordForm } from "~/features/auth/passwords/use-new-password-form";
import { registerAccountAction } from "~/features/auth/registration/registration.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-field";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Crear una cuenta");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await findSessionUser(request);
	if (user) throw redirect(landingOf(user));
	return { hasGoogle: isGoogleConfigured, mark: randomUUID() };
}

export async function action({ request }: ActionFunctionArgs) {
	const checked = await checkNewPasswordAction(request);
	if (checked) return checked;
	const user = await findSessionUser(request);
	if (user) throw redirect(landingOf(user), 303);
	return registerAccountAction(request);
}

export default function RegisterPage() {
	const { hasGoogle, mark } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useNewPasswordForm({ id: "register", schema: registerSchema, result });
	return (
		<div className="narrow">
			<h1>Crear una cuenta</h1>
			<p className="lead">Para guardar tu diagrama, tus documentos y tus extras. Es gratis.</p>
			<PostForm form={form} submit="Crear mi cuenta">
				<input type="hidden" name={fields.mark.name} value={mark} />
				<TextField
					field={fields.username}
					label="Nombre de usuario"
					hint={`${usernameLimit} Así te saluda Relevo.`}
					autoComplete="nickname"
				/>
				<EmailField
					field={fields.email}
					hint="Te mandamos un mensaje para verificarlo."
					autoComplete="username"
				/>
				<NewPasswordFields
					fields={fields}
					label="Contraseña"
					hint="6 caracteres o más. Una frase corta se recuerda mejor que una palabra rara."
				/>
			</PostForm>
			<p>
				Al crear la cuenta aceptás los <a href="/about/end-user-agreement">términos de uso</a> y la{" "}
				<a href="/about/privacy-policy">política de privacidad</a>.
			</p>
			<p>
				¿Ya tenés cuenta? <a href="/auth/login">Ingresá</a>.
			</p>
			{hasGoogle && <GoogleButton />}
		</div>
	);
}
