import { useLocation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { Icon, Logo } from "~/ui/icons";
import { FixedPart } from "./fixed-part";

interface HeaderProps {
	isSignedIn: boolean;
	isSigningIn?: boolean;
}

/**
 * Header with the menu, which works without script. A signed-in user's daily links are a bar at the foot of a phone, and
 * in the header of a wide page.
 */
export function Header({ isSignedIn, isSigningIn }: HeaderProps) {
	const { pathname } = useLocation();
	const props = { isSignedIn, isSigningIn, place: placeOf(pathname) };
	return <FixedPart tag="header" className="header" content={HeaderBar} props={props} />;
}

const DOCUMENTS = "/auth/my-documents";

/** Areas of the site: the path of each area's link in the bar, and a pattern of the paths of its pages. */
const areas: Readonly<Record<string, RegExp>> = {
	"/my-shift": /my-(shift|days|calendar)/,
	"/auth/work-overtime": /work-overtime/,
	[DOCUMENTS]: /document/,
	"/auth/more": /auth\/(more|my-(account|pay))/,
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
				<ul className="menu menu-wide">
					<PublicLinks hasShift={!isSignedIn} place={place} />
				</ul>
			</nav>
			{isSignedIn && (
				<>
					<DailyLinks place={place} />
					<a className="me" href="/auth/my-account" aria-label="Mi Perfil">
						<Icon name="person" />
					</a>
				</>
			)}
			{!isSignedIn && !isSigningIn && (
				<a className="btn enter" href="/auth/login">
					INGRESAR
				</a>
			)}
			<details className="menu-fold">
				<summary className="menu-name">
					<span className="menu-narrow">
						<Icon name="menu" /> Menú
					</span>
					<span className="menu-wide">
						Mi Cuenta <Icon name="down" />
					</span>
				</summary>
				<nav className="menu-panel" aria-label="Menú">
					{!isSignedIn && (
						<div className="menu-narrow">
							<ul className="menu">
								<PublicLinks hasShift place={place} />
							</ul>
							<p className="menu-title">Mi Cuenta</p>
						</div>
					)}
					<ul className="menu">
						<MenuLink to={DOCUMENTS} place={place}>
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
			</details>
		</div>
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

/** Links to a user's daily pages, in their middle the key that adds: a document among documents, elsewhere an extra. */
function DailyLinks({ place }: PlaceProps) {
	const addsDocument = place?.startsWith(DOCUMENTS);
	return (
		<nav aria-label="Accesos directos">
			<ul className="bar">
				<MenuLink to="/my-shift" place={place} icon="calendar">
					Turno
				</MenuLink>
				<MenuLink to="/auth/work-overtime" place={place} icon="clock">
					Extras
				</MenuLink>
				<li>
					<a
						className="key"
						href={addsDocument ? "/auth/my-document/add-document" : "/auth/work-overtime/add-work-overtime"}
					>
						<Icon name="plus" />
						<span className="hidden-text">{addsDocument ? "Agregar documento" : "Agregar extra"}</span>
					</a>
				</li>
				<MenuLink to={DOCUMENTS} place={place} icon="file">
					Documentos
				</MenuLink>
				<MenuLink to="/auth/more" place={place} icon="menu">
					Más
				</MenuLink>
			</ul>
		</nav>
	);
}

interface MenuLinkProps extends PlaceProps {
	to: string;
	/** Icon of a link in the bar, which is marked as current on all pages of its area. */
	icon?: ComponentProps<typeof Icon>["name"];
	children: string;
}

function MenuLink({ to, place, icon, children }: MenuLinkProps) {
	const isArea = icon && areas[to]?.test(place ?? "");
	return (
		<li>
			<a href={to} aria-current={place === to.split("?")[0] ? "page" : isArea || undefined}>
				{icon ? (
					<>
						<Icon name={icon} />
						<span>{children}</span>
					</>
				) : (
					children
				)}
			</a>
		</li>
	);
}
