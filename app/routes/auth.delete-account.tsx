import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
	deleteByCodeAction,
	deleteByPasswordAction,
	mailDeleteCodeAction,
} from "~/features/account/delete-account.server";
import { DeleteByCode, DeleteByPassword } from "~/features/account/delete-account-forms";
import { findSessionUser, requireUser, requireUserToEnd } from "~/features/auth/sessions/sessions.server";
import { readIntent } from "~/lib/forms/form.server";
import { unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { takeToast } from "~/lib/http/toast.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Eliminar mi cuenta");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const isDone = requestContext().url.searchParams.get("listo") === "1";
	// Shows the farewell page only together with the toast of a deletion: a link with `listo=1` must not make users
	// believe that their accounts are deleted.
	const { toast } = await takeToast(request);
	if (isDone && toast && !(await findSessionUser(request))) return { isDone: true as const };
	const user = await requireUser(request);
	return {
		isDone: false as const,
		email: user.email,
		hasPassword: user.hasPassword,
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUserToEnd(request);
	const intent = await readIntent(request);
	if (intent === "code" && !user.hasPassword) return mailDeleteCodeAction(request, user);
	if (intent === "delete")
		return user.hasPassword ? deleteByPasswordAction(request, user) : deleteByCodeAction(request, user);
	throw unknownButton();
}

export default function DeleteAccountPage() {
	const data = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	if (data.isDone) return <Farewell />;
	return (
		<div className="narrow">
			<BackLink to="/auth/my-account/edit-profile?view=account">Mi cuenta</BackLink>
			<h1>Eliminar mi cuenta</h1>
			<p className="lead">Se borra todo lo que guardaste, para siempre. No hay vuelta atrás.</p>
			<ul className="prose">
				<li>Tu perfil, con tu foto, tu diagrama y tus redes.</li>
				<li>Tus documentos, con todas sus fotos.</li>
				<li>Tus extras.</li>
				<li>Tus sesiones en todos los equipos, y el ingreso con Google si lo usabas.</li>
				<li>Todo lo demás que haya en la cuenta {data.email}.</li>
			</ul>
			<p>
				¿Querés quedarte con una copia? <a href="/auth/export">Descargá tus datos</a> antes.
			</p>
			{data.hasPassword ? (
				<DeleteByPassword email={data.email} result={result} />
			) : (
				<DeleteByCode result={result} />
			)}
		</div>
	);
}

function Farewell() {
	return (
		<div className="narrow">
			<h1>Hasta luego</h1>
			<p className="lead">
				Tu cuenta ya no existe: borramos tu perfil, tus documentos, tus fotos, tus extras y tus sesiones. Si
				tu correo estaba verificado, te mandamos un último mensaje para avisarte; cuando sale, borramos
				también tu dirección. En las copias de seguridad todo sigue hasta que se descartan solas.
			</p>
			<p>Los diagramas, los feriados y las reglas de seguridad se siguen viendo sin cuenta.</p>
			<a className="btn main" href="/home?inicio=1">
				Ir al inicio
			</a>
		</div>
	);
}
