import { ButtonForm } from "~/ui/forms/button-form";

/** Section of the profile page whose button ends all sessions of the user. */
export function EndSessions() {
	return (
		<section>
			<h2>Tus sesiones</h2>
			<p>
				¿Perdiste el teléfono o ingresaste en uno prestado? Se cierran todas, también esta, y deja de andar la
				dirección de tu calendario.
			</p>
			<ButtonForm id="sesiones" intent="sessions" submit="Cerrar sesión en todos los equipos" />
		</section>
	);
}
