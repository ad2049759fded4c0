import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { listAtHand } from "~/features/documents/at-hand.server";
import { GatePhotos } from "~/features/documents/gate-photos";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Para la portería");

/** Without script of its own: a copy of the page, which a phone without signal shows, does all that the page does. */
export const handle = { fillsScreen: true };

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	return { documents: await listAtHand(user.id), today: plantToday() };
}

/** The documents at hand, one photo on the whole screen, for the guard at the gate. */
export default function GatePage() {
	const { documents, today } = useLoaderData<typeof loader>();
	if (documents.length > 0) return <GatePhotos documents={documents} today={today} />;
	return (
		<div className="narrow">
			<BackLink to="/auth/my-documents">Mis Documentos</BackLink>
			<h1>Para la portería</h1>
			<p className="lead">Todavía no elegiste ningún documento.</p>
			<p>
				Abrí el que te piden y tocá «Tener a mano»: queda acá, a pantalla completa. Entran hasta cinco, con
				todas sus fotos.
			</p>
			<a className="btn main" href="/auth/my-documents">
				Elegir un documento
			</a>
		</div>
	);
}
