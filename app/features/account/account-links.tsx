import { Icon } from "~/ui/icons";
import { LinkItem } from "~/ui/link-item";

/** The last links of an account's lists: what is about the account itself, and the way out. */
export function AccountLinks() {
	return (
		<>
			<LinkItem
				href="/auth/my-account/edit-profile?view=account"
				sign="settings"
				note="Contraseña, sesiones, tus datos"
			>
				Mi cuenta
			</LinkItem>
			<li>
				<form method="post" action="/auth/logout">
					<button type="submit">
						<Icon name="leave" />
						<span>CERRAR SESIÓN</span>
					</button>
				</form>
			</li>
		</>
	);
}
