import { useLocation } from "@remix-run/react";
import { Icon, Logo } from "./icons";

/** The menu opens by HTML alone: `<details>`, in a burger below 768 px and in the bar from there on. */
export function Header({ isSignedIn }: { isSignedIn: boolean }) {
	return (
		<header className="header">
			<div className="header-bar">
				<a className="brand" href="/home?inicio=1">
					<Logo />
					Relevo
				</a>
				<nav className="menu-wide" aria-label="Principal">
					<MenuLinks />
				</nav>
				<Session isSignedIn={isSignedIn} />
				<details className="burger">
					<summary>Menú</summary>
					<nav className="burger-panel" aria-label="Menú">
						<MenuLinks />
					</nav>
				</details>
			</div>
		</header>
	);
}

function MenuLinks() {
	const { pathname } = useLocation();
	const current = (path: string) => (pathname === path ? "page" : undefined);
	return (
		<ul className="menu">
			<li>
				<a href="/home?inicio=1" aria-current={current("/home")}>
					Inicio
				</a>
			</li>
			<li>
				<a href="/security" aria-current={current("/security")}>
					Seguridad
				</a>
			</li>
			<li>
				<details className="dropdown">
					<summary>
						Mi Cuenta
						<Icon name="down" />
					</summary>
					<ul>
						<li>
							<a href="/auth/my-documents">Mis Documentos</a>
						</li>
						<li>
							<a href="/auth/work-overtime">Mis Extras</a>
						</li>
						<li>
							<a href="/auth/my-account">Mi Perfil</a>
						</li>
					</ul>
				</details>
			</li>
		</ul>
	);
}

function Session({ isSignedIn }: { isSignedIn: boolean }) {
	if (!isSignedIn) {
		return (
			<a className="button main" href="/auth/login">
				INGRESAR
			</a>
		);
	}
	return (
		<form method="post" action="/auth/logout">
			<button className="button main" type="submit">
				CERRAR SESIÓN
			</button>
		</form>
	);
}
