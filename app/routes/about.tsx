import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EDITION } from "~/lib/build-version.server";
import { env } from "~/lib/env.server";
import { Logo } from "~/ui/icons";
import { LinkItems } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

const legalPages = [
	["/about/privacy-policy", "Política de privacidad"],
	["/about/end-user-agreement", "Términos de uso"],
	["/about/cookie-policy", "Política de cookies"],
	["/about/gift-privacy-policy", "Términos y condiciones de los regalos"],
] as const;

export const meta = () =>
	pageTitle(
		"Acerca de",
		"Qué es Relevo, para quiénes está hecho, y sus términos y políticas de privacidad y de cookies.",
	);

export const handle = { cacheKey: [] };

export function loader() {
	return json({ version: EDITION, supportEmail: env.SUPPORT_EMAIL, liveChatUrl: env.LIVE_CHAT_URL });
}

export default function AboutPage() {
	const { version, supportEmail, liveChatUrl } = useLoaderData<typeof loader>();
	return (
		<div className="legal">
			<Logo />
			<h1>Acerca de Relevo</h1>
			<p className="hint">Versión {version}</p>
			<p className="lead">
				Relevo muestra los diagramas de turnos, los feriados y las reglas de seguridad de quienes trabajan por
				turnos. Con una cuenta también guardás tus documentos y anotás tus extras, que solo vos ves.
			</p>
			<h2>Textos legales</h2>
			<ul className="card links">
				<LinkItems rows={legalPages} />
			</ul>
			{(supportEmail || liveChatUrl) && (
				<>
					<h2>Ayuda</h2>
					<ul className="card links">
						{supportEmail && (
							<li>
								<a href={`mailto:${supportEmail}`}>Escribinos a {supportEmail}</a>
							</li>
						)}
						{liveChatUrl && (
							<li>
								<a href={liveChatUrl} rel="noopener noreferrer">
									Chat de ayuda (sitio externo)
								</a>
							</li>
						)}
					</ul>
				</>
			)}
		</div>
	);
}
