import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { recoverySchema } from "~/features/auth/account-schemas";
import { requestRecoveryAction } from "~/features/auth/new-password/password-actions.server";
import { EmailField } from "~/features/auth/passwords/account-fields";
import { PostForm } from "~/ui/forms/post-form";
import { useForm } from "~/ui/forms/use-form";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Recuperar la contraseña");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function action({ request }: ActionFunctionArgs) {
	return requestRecoveryAction(request);
}

export default function RecoveryPage() {
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useForm({ id: "recovery", schema: recoverySchema, result });
	return (
		<div className="narrow">
			<h1>Recuperar la contraseña</h1>
			<p className="lead">Te mandamos un enlace para elegir una contraseña nueva.</p>
			<PostForm form={form} submit="Recuperar">
				<EmailField field={fields.email} hint="El que usaste para crear la cuenta." autoComplete="username" />
			</PostForm>
			<p>
				¿Te acordaste? <a href="/auth/login">Ingresá</a>.
			</p>
		</div>
	);
}
