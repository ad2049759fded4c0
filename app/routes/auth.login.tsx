import { getInputProps } from "@conform-to/react";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { landingOf, openAccount } from "~/features/account/landing.server";
import { loginSchema } from "~/features/auth/account-schemas";
import { GoogleButton } from "~/features/auth/google/google-button";
import { checkPasskey } from "~/features/auth/passkeys/check-passkey.server";
import { failedPasskey } from "~/features/auth/passkeys/passkey-actions.server";
import { PasskeySignIn } from "~/features/auth/passkeys/passkey-sign-in";
import { EmailField } from "~/features/auth/passwords/account-fields";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { failedSignIn, signInByForm } from "~/features/auth/sessions/sign-in.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { invalid, parseForm, readFields } from "~/lib/forms/form.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { shownValue } from "~/ui/forms/field";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField } from "~/ui/forms/text-field";
import { useForm } from "~/ui/forms/use-form";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Ingresar");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const redirectTo = returnPath(requestContext().url.searchParams.get("redirectTo"));
	const user = await findSessionUser(request);
	if (user) throw redirect(landingOf(user, redirectTo));
	return { redirectTo, hasGoogle: isGoogleConfigured };
}

export async function action({ request }: ActionFunctionArgs) {
	const { passkey, redirectTo } = await readFields(request.clone(), ["passkey", "redirectTo"]);
	if (passkey) {
		const signIn = await checkPasskey(request, passkey);
		return signIn.status === "right" ? openAccount(request, signIn, redirectTo) : failedPasskey(signIn);
	}
	const submission = await parseForm(request, loginSchema);
	if (submission.status !== "success") return invalid(submission);
	const signIn = await signInByForm(request, submission.value);
	if (signIn.status !== "right") return failedSignIn(submission, signIn);
	return openAccount(request, signIn, submission.value.redirectTo);
}

export default function LoginPage() {
	const { redirectTo, hasGoogle } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useForm({ id: "login", schema: loginSchema, result, defaultValue: { redirectTo } });
	return (
		<div className="narrow">
			<h1>Ingresar</h1>
			{redirectTo && <p className="lead">Para ver esa página primero tenés que ingresar.</p>}
			<PostForm form={form} submit="Ingresar">
				<EmailField field={fields.email} autoComplete="username webauthn" />
				<PasswordField field={fields.password} label="Contraseña" autoComplete="current-password" />
				{shownValue(fields.redirectTo) && <input {...getInputProps(fields.redirectTo, { type: "hidden" })} />}
			</PostForm>
			<p>
				¿Olvidaste tu contraseña? <a href="/auth/recovery-pass">Recuperala</a>.
			</p>
			<p>
				¿No tenés cuenta? <a href="/auth/register">Creá una</a>.
			</p>
			{hasGoogle && <GoogleButton redirectTo={redirectTo} />}
			<PasskeySignIn redirectTo={redirectTo} />
		</div>
	);
}
