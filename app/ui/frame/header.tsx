import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon, Logo } from "~/ui/icons";
import { FixedPart } from "./fixed-part";

interface HeaderProps {
	isSignedIn: boolean;
	isSigningIn?: boolean;
}

/**
 * Header with the menu, which works without script: a popover or, without popovers, `<details>`. From 768 px on the
 * menu has only the account's links. On a phone, a signed-in user's daily links and menu button are at the bottom.
 */
export function Header({ isSignedIn, isSigningIn }: HeaderProps) {
	const { pathname } = useLocation();
	const props = { isSignedIn, isSigningIn, place: placeOf(pathname) };
	return <FixedPart tag="header" className="header" content={HeaderBar} props={props} />;
}

/** Areas of the site: the path of each area's link in `DailyLinks`, and a pattern of the paths of its pages. */
const areas = {
	"/my-shift": /my-(shift|days|calendar)/,
	"/auth/work-overtime": /work-overtime/,
	"/auth/my-documents": /document/,
};

const menuPaths = ["/home", "/security", "/auth/my-account", ...Object.keys(areas)];

/**
 * Returns which menu link is marked as current. If a menu link leads to `pathname`, returns `pathname`. Otherwise
 * returns the key in `areas` of the area that contains the page, with "/" appended: "/auth/work-overtime/".
 */
function placeOf(pathname: string): string | undefined {
	if (menuPaths.includes(pathname)) return pathname;
	const area = Object.entries(areas).find(([, pattern]) => pattern.test(pathname));
	return area && `${area[0]}/`;
}

function HeaderBar({ isSignedIn, isSigningIn, place }: HeaderProps & { place: string | undefined }) {
	return (
		<div className="header-bar">
			<a className="brand" href="/home?inicio=1">
				<Logo />
				Relevo
			</a>
			<nav className="menu-wide" aria-label="Principal">
				<ul className="menu">
					<PublicLinks hasShift={!isSignedIn} place={place} />
				</ul>
			</nav>
			{!isSignedIn && !isSigningIn && (
				<a className="btn main" href="/auth/login">
					INGRESAR
				</a>
			)}
			<div className="bar">
				{isSignedIn && <DailyLinks place={place} />}
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
							<PublicLinks hasShift place={place} />
						</ul>
						<p className="menu-title">Mi Cuenta</p>
					</div>
					<ul className="menu">
						<MenuLink to="/auth/my-documents" place={place}>
							Mis Documentos
						</MenuLink>
						<MenuLink to="/auth/work-overtime" place={place}>
							Mis Extras
						</MenuLink>
						<MenuLink to="/auth/my-account" place={place}>
							Mi Perfil
						</MenuLink>
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

interface PlaceProps {
	place: string | undefined;
}

function PublicLinks({ hasShift, place }: PlaceProps & { hasShift: boolean }) {
	return (
		<>
			<MenuLink to="/home?inicio=1" place={place}>
				Inicio
			</MenuLink>
			{hasShift && (
				<MenuLink to="/my-shift" place={place}>
					Mi turno
				</MenuLink>
			)}
			<MenuLink to="/security" place={place}>
				Seguridad
			</MenuLink>
		</>
	);
}

/** Links to a user's daily pages: shift, overtime, documents. */
function DailyLinks({ place }: PlaceProps) {
	return (
		<nav className="menu-daily" aria-label="Accesos directos">
			<ul className="menu">
				<MenuLink to="/my-shift" place={place} hasArea>
					<Icon name="calendar" /> Turno
				</MenuLink>
				<MenuLink to="/auth/work-overtime" place={place} hasArea>
					<Icon name="clock" /> Extras
				</MenuLink>
				<MenuLink to="/auth/my-documents" place={place} hasArea>
					<Icon name="file" /> Documentos
				</MenuLink>
			</ul>
		</nav>
	);
}

interface MenuLinkProps extends PlaceProps {
	to: string;
	/** Whether the link is marked as current on all pages of its area: pages whose path matches `areas[to]`. */
	hasArea?: boolean;
	children: ReactNode;
}

function MenuLink({ to, place, hasArea, children }: MenuLinkProps) {
	const isArea = hasArea && place === `${to}/`;
	return (
		<li>
			<a href={to} aria-current={place === to.split("?")[0] ? "page" : isArea || undefined}>
				{children}
			</a>
		</li>
	);
}
