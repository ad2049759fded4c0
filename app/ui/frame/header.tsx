import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, Logo } from "~/ui/icons";
import { useLinkClick } from "~/ui/use-link-click";

/**
 * Header with the menu, which works without script: a popover or, without popovers, `<details>`. From 768 px on the
 * menu has only the account's links. On a phone the daily links and the menu button are at the bottom.
 */
export function Header({ isSignedIn, isSigningIn }: { isSignedIn: boolean; isSigningIn?: boolean }) {
	const openPage = useLinkClick();
	return (
		<header className="header">
			<div className="header-bar">
				<a className="brand" href="/home?inicio=1">
					<Logo />
					Relevo
				</a>
				<nav className="menu-wide" aria-label="Principal">
					<ul className="menu">
						<PublicLinks hasShift={!isSignedIn} />
					</ul>
				</nav>
				{!isSignedIn && !isSigningIn && (
					<a className="button main" href="/auth/login" onClick={openPage}>
						INGRESAR
					</a>
				)}
				<div className="bar">
					{isSignedIn && <DailyLinks />}
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
							<ul className="menu">
								<PublicLinks hasShift />
							</ul>
							<p className="menu-title">Mi Cuenta</p>
						</div>
						<ul className="menu">
							<MenuLink to="/auth/my-documents">Mis Documentos</MenuLink>
							<MenuLink to="/auth/work-overtime">Mis Extras</MenuLink>
							<MenuLink to="/auth/my-account">Mi Perfil</MenuLink>
						</ul>
						{isSignedIn && (
							<form method="post" action="/auth/logout">
								<button className="menu-leave" type="submit">
									CERRAR SESIÓN
								</button>
							</form>
						)}
					</nav>
				</div>
			</div>
		</header>
	);
}

/** Name of the menu. The stylesheet shows a different name on narrow and wide pages. */
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

function PublicLinks({ hasShift }: { hasShift: boolean }) {
	return (
		<>
			<MenuLink to="/home?inicio=1">Inicio</MenuLink>
			{hasShift && <MenuLink to="/my-shift">Mi turno</MenuLink>}
			<MenuLink to="/security">Seguridad</MenuLink>
		</>
	);
}

/** Links to the pages that a user needs daily. A link is also marked on the other pages of its area. */
function DailyLinks() {
	return (
		<nav className="menu-daily" aria-label="Accesos directos">
			<ul className="menu">
				<MenuLink to="/my-shift" area={/my-(shift|days|calendar)/}>
					<Icon name="calendar" /> Turno
				</MenuLink>
				<MenuLink to="/auth/work-overtime" area={/work-overtime/}>
					<Icon name="clock" /> Extras
				</MenuLink>
				<MenuLink to="/auth/my-documents" area={/document/}>
					<Icon name="file" /> Documentos
				</MenuLink>
			</ul>
		</nav>
	);
}

interface MenuLinkProps {
	to: string;
	/** Matches the paths of all pages that belong to the link. */
	area?: RegExp;
	children: ReactNode;
}

/** A link in the menu. Public pages load as documents, because they have no script. */
function MenuLink({ to, area, children }: MenuLinkProps) {
	const { pathname } = useLocation();
	const openPage = useLinkClick();
	const current = pathname === to.split("?")[0] ? "page" : area?.test(pathname) || undefined;
	return (
		<li>
			<a href={to} aria-current={current} onClick={to.startsWith("/auth") ? openPage : undefined}>
				{children}
			</a>
		</li>
	);
}
