import { changePasswordSchema } from "~/features/auth/account-schemas";
import { EndPasskeys } from "~/features/auth/passkeys/end-passkeys";
import { NewPasswordFields } from "~/features/auth/passwords/account-fields";
import { useNewPasswordForm } from "~/features/auth/passwords/use-new-password-form";
import { ButtonForm } from "~/ui/forms/button-form";
import { PostForm } from "~/ui/forms/post-form";
import { PasswordField } from "~/ui/forms/text-field";
import type { FormResult } from "~/ui/forms/use-form";
import { LinkItem } from "~/ui/link-item";

const SESSIONS = "sesiones";

interface ChangePasswordFormProps {
	/** E-mail address of the account, under which a password manager stores the new password. */
	email: string;
	/** Names of the user's passkeys. */
	passkeys: readonly string[];
	/** Result of sending this form; undefined if the user sent another form of the page, or none. */
	result?: FormResult;
}

interface AccountSectionsProps extends ChangePasswordFormProps {
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
					los avisos y tu calendario en el teléfono. Lo que cada equipo guarda para cuando no hay señal se
					borra cuando ahí se abre Relevo con señal.
				</p>
				<EndPasskeys form={SESSIONS} names={password.passkeys} />
				<ButtonForm id={SESSIONS} intent="sessions" submit="Cerrar sesión en todos los equipos" />
			</section>
		</>
	);
}

function ChangePasswordForm({ email, passkeys, result }: ChangePasswordFormProps) {
	const [form, fields] = useNewPasswordForm({ id: "clave", schema: changePasswordSchema, result });
	return (
		<PostForm form={form} submit="Cambiar la contraseña" intent="password">
			<input type="text" autoComplete="username" value={email} readOnly hidden />
			<PasswordField
				field={fields.currentPassword}
				label="Contraseña actual"
				autoComplete="current-password"
			/>
			<NewPasswordFields fields={fields} label="Contraseña nueva" hint="6 caracteres o más." />
			<EndPasskeys names={passkeys} />
		</PostForm>
	);
}
