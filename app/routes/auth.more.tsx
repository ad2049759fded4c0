import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountLinks } from "~/features/account/account-links";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { isPushOn } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import { LinkItem, LinkItems, type LinkRow } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Más");

export async function loader({ request }: LoaderFunctionArgs) {
	const { realName, crew } = await requireUser(request);
	const notices = isPushOn ? "Antes de cada turno y de un vencimiento" : "Antes de un vencimiento";
	return { realName, crew, notices };
}

/** All that a signed-in user can open, in groups; what is used every day is in the bar too. */
const groupsWith = (notices: string): Readonly<Record<string, readonly LinkRow[]>> => ({
	"Mi turno": [
		["/my-shift/calendar", "Mis doce meses", "calendar", "Y cuántos francos, noches y feriados"],
		["/auth/my-days", "Mis días", "beach", "Vacaciones, licencias, cambios"],
		["/my-shift/swap", "¿Puedo cambiar con…?", "swap"],
		["/auth/my-calendar", "Mi calendario en el teléfono", "phone"],
		["/auth/notices", "Avisos", "bell", notices],
	],
	"Mi pago": [
		["/auth/my-pay", "¿Me pagaron bien?", "receipt", "Lo que anotaste y lo que dice el recibo"],
		["/auth/work-overtime?view=year", "El año de extras", "chart"],
		["/auth/my-pay/settings", "Convenio y valor de la hora", "settings"],
	],
	"Mis papeles": [
		["/auth/my-documents", "Mis Documentos", "file"],
		["/auth/porteria", "Para la portería", "shield", "Los que tenés a mano, a pantalla completa"],
		["/auth/my-document/add-document", "Agregar documento", "plus"],
	],
	"La planta": [
		["/home?inicio=1", "Inicio", "grid", "Los once diagramas, con feriados"],
		["/security", "Seguridad", "shield", "Las diez reglas"],
		["/on-this-phone", "En el teléfono", "download", "Lo que escribís sin señal"],
		["/about", "Acerca de Relevo", "info"],
	],
});

export default function MorePage() {
	const { realName, crew, notices } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Más</h1>
			<ul className="card links">
				<LinkItem
					href="/auth/my-account"
					sign="person"
					note={crew ? `Mi Perfil · Escuadra ${crew}` : "Mi Perfil"}
				>
					{realName || placeholders.realName}
				</LinkItem>
			</ul>
			<div className="cards">
				{Object.entries(groupsWith(notices)).map(([title, rows]) => (
					<section key={title}>
						<h2 className="group">{title}</h2>
						<ul className="card links">
							<LinkItems rows={rows} />
						</ul>
					</section>
				))}
				<section>
					<h2 className="group">Cuenta</h2>
					<ul className="card links">
						<AccountLinks />
					</ul>
				</section>
			</div>
		</>
	);
}
