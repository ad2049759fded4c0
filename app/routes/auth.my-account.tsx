import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { AccountCard } from "~/features/profile/account-card";
import { DiagramCard } from "~/features/profile/diagram-card";
import { switchAutoDiagramAction } from "~/features/profile/form/profile-actions.server";
import { opensMyShift } from "~/features/profile/profiles.server";
import { providers } from "~/features/profile/provider";
import { socialLinksOf } from "~/features/profile/social-link";
import { LinkItem } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Mi Perfil");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const { realName, email, username, isVerified, photo, diagram, crew, cycleStart, autoDiagram } = user;
	return {
		account: {
			realName,
			email,
			username,
			provider: providers[user.providerAuth].label,
			isVerified,
			photo,
			links: socialLinksOf(user),
		},
		mine: {
			diagram,
			crew,
			hasOwnPosition: cycleStart !== null,
			autoDiagram,
			opensMyShift: opensMyShift(user),
		},
	};
}

export async function action({ request }: ActionFunctionArgs) {
	return switchAutoDiagramAction(request, await requireUser(request));
}

export default function MyAccountPage() {
	const { account, mine } = useLoaderData<typeof loader>();
	const hasFailed = useActionData<typeof action>()?.failed;
	return (
		<>
			<h1>Mi Perfil</h1>
			<div className="account">
				<AccountCard account={account} />
				<DiagramCard {...mine} hasFailed={hasFailed} />
				<nav className="card" aria-label="Mi cuenta">
					<ul className="links">
						<LinkItem href="/auth/my-documents">Mis Documentos</LinkItem>
						<LinkItem href="/auth/work-overtime">Mis Extras</LinkItem>
						<LinkItem href="/auth/my-pay/settings">Mi convenio y el valor de la hora</LinkItem>
						<LinkItem href="/auth/my-calendar">Mi calendario en el teléfono</LinkItem>
						<LinkItem href="/auth/my-days">Mis días</LinkItem>
						<LinkItem href="/auth/my-account/edit-profile">Editar mi perfil</LinkItem>
					</ul>
				</nav>
			</div>
			<h2>Tu sesión</h2>
			<form className="row" method="post" action="/auth/logout">
				<button className="btn" type="submit">
					CERRAR SESIÓN
				</button>
			</form>
		</>
	);
}
