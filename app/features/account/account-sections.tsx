import type { ComponentProps } from "react";
import { ChangePasswordForm } from "~/features/auth/new-password/change-password-form";
import { EndPasskeys } from "~/features/auth/passkeys/end-passkeys";
import { ButtonForm } from "~/ui/forms/button-form";
import { LinkItem } from "~/ui/link-item";

const SESSIONS = "sesiones";

interface AccountSectionsProps extends ComponentProps<typeof ChangePasswordForm> {
	hasPassword: boolean;
}

/** Sections about the account as a whole: take its data along, delete it, change its password, end all its sessions. */
export function AccountSections({ hasPassword, ...password }: AccountSectionsProps) {
	return (
		<>
			<ul className="links card">
				<LinkItem href="/auth/export" sign="file" icon="download" note="Perfil, documentos, extras y fotos">
					Descargar mis datos
				</LinkItem>
				<LinkItem href="/auth/passkeys" sign="finger" note="Ingresar con tu huella o tu cara">
					Llaves de acceso
				</LinkItem>
				<LinkItem href="/auth/work-overtime/import" sign="clock">
					Importar extras
				</LinkItem>
				<LinkItem href="/auth/delete-account" sign="trash">
					Eliminar mi cuenta
				</LinkItem>
			</ul>
			{hasPassword && (
				<section id="contrasena">
					<h2>Tu contraseña</h2>
					<p>
						Al cambiarla se cierra tu sesión en los otros equipos, y dejan de andar los avisos y tu calendario
						en el teléfono.
					</p>
					<ChangePasswordForm {...password} />
				</section>
			)}
			<section>
				<h2>Tus sesiones</h2>
				<p>
					¿Perdiste el teléfono o ingresaste en uno prestado? Se cierran todas, también esta, y dejan de andar
					los avisos y tu calendario en el teléfono.
				</p>
				<EndPasskeys form={SESSIONS} names={password.passkeys} />
				<ButtonForm id={SESSIONS} intent="sessions" submit="Cerrar sesión en todos los equipos" />
			</section>
		</>
	);
}
