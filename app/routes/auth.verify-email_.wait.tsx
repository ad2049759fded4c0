import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loginRedirect } from "~/features/auth/sessions/sessions.server";
import { findWaiting } from "~/features/auth/verification/verification.server";
import { pageTitle } from "~/ui/page-title";

const REFRESH_S = 30;

/** `refresh` reloads the page without a script. The page has no form whose input could be lost. */
export const meta = () => [
	...pageTitle("Verificar el correo"),
	{ httpEquiv: "refresh", content: String(REFRESH_S) },
];

export async function loader({ request }: LoaderFunctionArgs) {
	const waiting = await findWaiting(request);
	if (!waiting) throw await loginRedirect(request);
	// The page /auth/verify-email shows the next step.
	if (waiting.owner?.isVerified) throw redirect("/auth/verify-email");
	return { address: waiting.address };
}

/** Waiting page without JavaScript. Has no field for the code, because refreshing would discard typed digits. */
export default function WaitPage() {
	const { address } = useLoaderData<typeof loader>();
	return (
		<div className="narrow">
			<h1>Todavía no está verificado</h1>
			<p className="lead">
				Abrí el enlace del correo que mandamos a {address}, en cualquier equipo. Esta página se actualiza sola
				cada {REFRESH_S} segundos.
			</p>
			<p className="row">
				<a className="btn main" href="/auth/verify-email/wait" target="_self">
					Ya lo verifiqué
				</a>
				<a className="btn" href="/auth/verify-email" target="_self">
					Detener la actualización y escribir el código
				</a>
			</p>
		</div>
	);
}
