import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { requestRecovery } from "~/features/auth/new-password/recovery-action.server";
import { EmailField } from "~/features/auth/passwords/account-fields";
import { recoverySchema } from "~/features/auth/schemas";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import * as messages from "~/lib/messages";
import { PostForm } from "~/ui/forms/post-form";
import { useForm } from "~/ui/forms/use-form";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Recuperar la contraseña");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function action({ request }: ActionFunctionArgs) {
	const submission = await parseForm(request, recoverySchema);
	if (submission.status !== "success") return invalid(submission);
	await requestRecovery(submission.value.email, requestContext().clientAddress);
	// The same for an address that has an account, for one that has none and for one that asked too often.
	throw await redirectWithToast("/auth/recovery-pass", {
		title: messages.recoverySent,
		text: "Si el correo tiene una cuenta, en unos minutos te llega un enlace que sirve durante una hora. Mirá también en el correo no deseado.",
		kind: "success",
	});
}

export default function RecoveryPage() {
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useForm({ id: "recovery", schema: recoverySchema, lastResult: result });
	return (
		<div className="narrow">
			<h1>Recuperar la contraseña</h1>
			<p className="lead">Te mandamos un enlace para elegir una contraseña nueva.</p>
			<PostForm form={form} fields={fields} submit="Recuperar">
				<EmailField field={fields.email} hint="El que usaste para crear la cuenta." autoComplete="username" />
			</PostForm>
			<p>
				¿Te acordaste? <Link to="/auth/login">Ingresá</Link>.
			</p>
		</div>
	);
}
