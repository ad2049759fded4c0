import { ButtonForm } from "~/ui/forms/button-form";
import { LinkItem } from "~/ui/link-item";

/** Sections of the profile page about the account as a whole: end all its sessions, take its data along, delete it. */
export function AccountSections() {
	return (
		<>
			<section>
				<h2>Tus sesiones</h2>
				<p>
					¿Perdiste el teléfono o ingresaste en uno prestado? Se cierran todas, también esta, y deja de andar
					la dirección de tu calendario.
				</p>
				<ButtonForm id="sesiones" intent="sessions" submit="Cerrar sesión en todos los equipos" />
			</section>
			<section>
				<h2>Tu cuenta</h2>
				<ul className="links card">
					<LinkItem href="/auth/export" icon="download">
						Descargar mis datos
					</LinkItem>
					<LinkItem href="/auth/work-overtime/import">Importar extras</LinkItem>
					<LinkItem href="/auth/delete-account">Eliminar mi cuenta</LinkItem>
				</ul>
			</section>
		</>
	);
}
