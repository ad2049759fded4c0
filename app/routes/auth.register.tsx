import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { landingOf } from "~/features/account/landing.server";
import { GoogleButton } from "~/features/auth/google/google-button";
import { isGoogleConfigured } from "~/features/auth/google/google-settings.server";
import { EmailField, NewPasswordFields } from "~/features/auth/passwords/account-fields";
import { answerQuestion } from "~/features/auth/passwords/check-new-password-action.server";
import { tooBusy } from "~/features/auth/passwords/failed-check.server";
import { checkedRegisterSchema } from "~/features/auth/passwords/new-password-schemas.server";
import { unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { useNewPasswordForm } from "~/features/auth/passwords/use-new-password-form";
import { takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { registerLimits } from "~/features/auth/rate-limits/limits.server";
import { tooManyAttempts } from "~/features/auth/rate-limits/too-many-attempts.server";
import { register } from "~/features/auth/registration/registration.server";
import { registerSchema } from "~/features/auth/schemas";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { clientAddressOf } from "~/lib/http/client.server";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-field";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Crear una cuenta");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await findSessionUser(request);
	if (user) throw redirect(await landingOf(user));
	return json({ hasGoogle: isGoogleConfigured });
}

export async function action({ request }: ActionFunctionArgs) {
	const answer = await answerQuestion(request);
	if (answer) return answer;
	const user = await findSessionUser(request);
	if (user) throw redirect(await landingOf(user), 303);
	const submission = await parseForm(request, checkedRegisterSchema);
	if (submission.status !== "success") return invalid(submission);
	const clientAddress = clientAddressOf(request);
	const attempt = await takeAttempt(registerLimits({ clientAddress }));
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	const cookie = await unlessBusy(register(submission.value, clientAddress));
	if (!cookie) return tooBusy(submission);
	throw redirect("/auth/verify-email", { status: 303, headers: { "Set-Cookie": cookie } });
}

export default function RegisterPage() {
	const { hasGoogle } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useNewPasswordForm({ id: "register", schema: registerSchema, lastResult: result });
	return (
		<div className="narrow">
			<h1>Crear una cuenta</h1>
			<p className="lead">Para guardar tu diagrama, tus documentos y tus extras. Es gratis.</p>
			<PostForm form={form} fields={fields} submit="Crear mi cuenta">
				<TextField
					field={fields.username}
					label="Nombre de usuario"
					hint="4 caracteres o más. Así te saluda Relevo."
					autoComplete="username"
				/>
				<EmailField
					field={fields.email}
					hint="Te mandamos un mensaje para verificarlo."
					autoComplete="email"
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
			{hasGoogle && <GoogleButton />}
			<p>
				¿Ya tenés cuenta? <Link to="/auth/login">Ingresá</Link>.
			</p>
		</div>
	);
}
