import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { AccountLinks } from "~/features/account/account-links";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { isPushOn } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import { LinkItem } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Más");

export async function loader({ request }: LoaderFunctionArgs) {
	const { realName, crew } = await requireUser(request);
	const notices = isPushOn ? "Antes de cada turno y de un vencimiento" : "Antes de un vencimiento";
	return { realName, crew, notices };
}

/** All that a signed-in user can open, in groups; what is used every day is in the bar too. */
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
				<section>
					<h2 className="group">Mi turno</h2>
					<ul className="card links">
						<LinkItem href="/my-shift/calendar" sign="calendar" note="Y cuántos francos, noches y feriados">
							Mis doce meses
						</LinkItem>
						<LinkItem href="/auth/my-days" sign="beach" note="Vacaciones, licencias, cambios">
							Mis días
						</LinkItem>
						<LinkItem href="/my-shift/swap" sign="swap">
							¿Puedo cambiar con…?
						</LinkItem>
						<LinkItem href="/auth/my-calendar" sign="phone">
							Mi calendario en el teléfono
						</LinkItem>
						<LinkItem href="/auth/notices" sign="bell" note={notices}>
							Avisos
						</LinkItem>
					</ul>
				</section>
				<section>
					<h2 className="group">Mi pago</h2>
					<ul className="card links">
						<LinkItem href="/auth/my-pay" sign="receipt" note="Lo que anotaste y lo que dice el recibo">
							¿Me pagaron bien?
						</LinkItem>
						<LinkItem href="/auth/work-overtime?view=year" sign="chart">
							El año de extras
						</LinkItem>
						<LinkItem href="/auth/my-pay/settings" sign="settings">
							Convenio y valor de la hora
						</LinkItem>
					</ul>
				</section>
				<section>
					<h2 className="group">Mis papeles</h2>
					<ul className="card links">
						<LinkItem href="/auth/my-documents" sign="file">
							Mis Documentos
						</LinkItem>
						<LinkItem href="/auth/porteria" sign="shield" note="Los que tenés a mano, a pantalla completa">
							Para la portería
						</LinkItem>
						<LinkItem href="/auth/my-document/add-document" sign="plus">
							Agregar documento
						</LinkItem>
					</ul>
				</section>
				<section>
					<h2 className="group">La planta</h2>
					<ul className="card links">
						<LinkItem href="/home?inicio=1" sign="grid" note="Los once diagramas, con feriados">
							Inicio
						</LinkItem>
						<LinkItem href="/security" sign="shield" note="Las diez reglas">
							Seguridad
						</LinkItem>
						<LinkItem href="/on-this-phone" sign="download" note="Lo que escribís sin señal">
							En el teléfono
						</LinkItem>
						<LinkItem href="/about" sign="info">
							Acerca de Relevo
						</LinkItem>
					</ul>
				</section>
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
