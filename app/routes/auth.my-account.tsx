import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AccountLinks } from "~/features/account/account-links";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import { isOwnCycle } from "~/features/diagrams/own-cycle/own-diagram";
import { AccountCard } from "~/features/profile/account-card";
import { DiagramCard } from "~/features/profile/diagram-card";
import { switchAutoDiagramAction } from "~/features/profile/form/profile-actions.server";
import { opensMyShift, providers } from "~/features/profile/profiles.server";
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
			ownCycle: diagram && isOwnCycle(diagram) ? diagramLabel(diagram) : undefined,
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
			<div className="cards">
				<AccountCard account={account} />
				<DiagramCard {...mine} hasFailed={hasFailed} />
				<nav aria-label="Mi cuenta">
					<ul className="card links">
						<LinkItem href="/auth/my-documents" sign="file">
							Mis Documentos
						</LinkItem>
						<LinkItem href="/auth/work-overtime" sign="clock">
							Mis Extras
						</LinkItem>
						<LinkItem href="/auth/my-account/edit-profile" sign="pencil" note="Nombre, diagrama, foto, redes">
							Editar mi perfil
						</LinkItem>
						<AccountLinks />
					</ul>
				</nav>
			</div>
		</>
	);
}
