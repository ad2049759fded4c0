import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { AccountCard } from "~/features/profile/account-card";
import { switchAutoDiagram } from "~/features/profile/auto-diagram.server";
import { DiagramCard } from "~/features/profile/diagram-card";
import { messages } from "~/lib/messages";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ToastMessage } from "~/ui/toast-message";

export const meta = () => pageTitle("Mi Perfil");

export async function loader({ request }: LoaderFunctionArgs) {
	return json({ user: await requireUser(request) });
}

export async function action({ request }: ActionFunctionArgs) {
	return switchAutoDiagram(request, await requireUser(request));
}

export default function MyAccountPage() {
	const { user } = useLoaderData<typeof loader>();
	const hasFailed = useActionData<typeof action>()?.failed;
	return (
		<>
			{hasFailed && (
				<ToastMessage title={messages.error} text={messages.somethingWrong} kind="error" asDialog brief />
			)}
			<h1>Mi Perfil</h1>
			<div className="account">
				<AccountCard account={user} />
				<DiagramCard {...user} hasFailed={hasFailed} />
				<nav className="card" aria-label="Mi cuenta">
					<ul className="links">
						<AccountLink href="/auth/my-documents">Mis Documentos</AccountLink>
						<AccountLink href="/auth/work-overtime">Mis Extras</AccountLink>
						<AccountLink href="/auth/my-account/edit-profile">Editar mi perfil</AccountLink>
					</ul>
				</nav>
			</div>
			<form className="row" method="post" action="/auth/logout">
				<button className="button" type="submit">
					CERRAR SESIÓN
				</button>
			</form>
		</>
	);
}

function AccountLink({ href, children }: { href: string; children: string }) {
	return (
		<li>
			<a href={href}>
				{children}
				<Icon name="right" />
			</a>
		</li>
	);
}
