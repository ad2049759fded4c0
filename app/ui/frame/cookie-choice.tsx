import { useLocation } from "@remix-run/react";

export function CookieBanner() {
	return (
		<section className="ask-strip" aria-label="Cookies">
			<p>
				Hay <a href="/about/cookie-policy">cookies opcionales</a>: si rechazás, se borran al cerrar.{" "}
				<a href="/about/privacy-policy">Privacidad</a> y <a href="/about/end-user-agreement">términos</a>.
			</p>
			<ChoiceForm accept="Aceptar" reject="Rechazar" />
		</section>
	);
}

/** The visitor's answer to the cookie banner, with buttons to change it. */
export function CookieChoice({ consent }: { consent: "accepted" | "rejected" }) {
	return (
		<details className="cookie-choice">
			<summary>Cambiar mi elección</summary>
			<p>{consent === "accepted" ? "Aceptaste" : "Rechazaste"} las cookies de comodidad.</p>
			{consent === "accepted" ? (
				<ChoiceForm accept="Seguir aceptando" reject="Rechazar desde ahora" />
			) : (
				<ChoiceForm accept="Aceptar desde ahora" reject="Seguir rechazando" />
			)}
		</details>
	);
}

function ChoiceForm({ accept, reject }: { accept: string; reject: string }) {
	const { pathname, search } = useLocation();
	return (
		<form className="row" method="post" action="/cookies">
			<input type="hidden" name="redirectTo" value={pathname + search} />
			<button className="btn" type="submit" name="intent" value="accepted">
				{accept}
			</button>
			<button className="btn" type="submit" name="intent" value="rejected">
				{reject}
			</button>
		</form>
	);
}
