import { Link, useLocation } from "@remix-run/react";
import { Icon, Logo } from "~/ui/icons";

/**
 * The site's header with its menu. The menu works without script: as a popover or, in browsers without popovers, as
 * `<details>`. Below 768 px the menu contains all links, otherwise only the links of the account.
 */
export function Header({ isSignedIn, isSigningIn }: { isSignedIn: boolean; isSigningIn?: boolean }) {
	return (
		<header className="header">
			<div className="header-bar">
				<a className="brand" href="/home?inicio=1">
					<Logo />
					Relevo
				</a>
				<nav className="menu-wide" aria-label="Principal">
					<PublicLinks />
				</nav>
				{!isSignedIn && !isSigningIn && (
					<Link className="button main" to="/auth/login" discover="none">
						INGRESAR
					</Link>
				)}
				<button className="menu-button" type="button" {...{ popovertarget: "menu" }}>
					<MenuName />
				</button>
				<details className="menu-fold">
					<summary>
						<MenuName />
					</summary>
				</details>
				<nav className="menu-panel" id="menu" aria-label="Menú" {...{ popover: "auto" }}>
					<div className="menu-narrow">
						<PublicLinks />
						<p className="menu-title">Mi Cuenta</p>
					</div>
					<AccountLinks />
					{isSignedIn && (
						<form method="post" action="/auth/logout">
							<button className="menu-leave" type="submit">
								CERRAR SESIÓN
							</button>
						</form>
					)}
				</nav>
			</div>
		</header>
	);
}

/** The label of the menu button, which depends on the width of the page. */
function MenuName() {
	return (
		<>
			<span className="menu-narrow">
				<Icon name="menu" /> Menú
			</span>
			<span className="menu-broad">
				Mi Cuenta <Icon name="down" />
			</span>
		</>
	);
}

function PublicLinks() {
	return (
		<ul className="menu">
			<MenuLink to="/home?inicio=1" reloadDocument>
				Inicio
			</MenuLink>
			<MenuLink to="/security" reloadDocument>
				Seguridad
			</MenuLink>
		</ul>
	);
}

function AccountLinks() {
	return (
		<ul className="menu">
			<MenuLink to="/auth/my-documents">Mis Documentos</MenuLink>
			<MenuLink to="/auth/work-overtime">Mis Extras</MenuLink>
			<MenuLink to="/auth/my-account">Mi Perfil</MenuLink>
		</ul>
	);
}

/** A link in the menu. Links to public pages load a full document, because those pages carry no script. */
function MenuLink({ to, ...link }: { to: string; reloadDocument?: boolean; children: string }) {
	const isCurrent = useLocation().pathname === to.split("?")[0];
	return (
		<li>
			<Link to={to} discover="none" aria-current={isCurrent ? "page" : undefined} {...link} />
		</li>
	);
}
