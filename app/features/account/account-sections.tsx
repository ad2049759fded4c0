import { ButtonForm } from "~/ui/forms/button-form";
import { Icon } from "~/ui/icons";

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
					<li>
						<a href="/auth/export">
							Descargar mis datos <Icon name="download" />
						</a>
					</li>
					<li>
						<a href="/auth/work-overtime/import">
							Importar extras <Icon name="right" />
						</a>
					</li>
					<li>
						<a href="/auth/delete-account">
							Eliminar mi cuenta <Icon name="right" />
						</a>
					</li>
				</ul>
			</section>
		</>
	);
}
