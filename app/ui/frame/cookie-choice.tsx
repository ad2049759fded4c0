import { useLocation, useRevalidator } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import * as messages from "~/lib/messages";
import { NO_SIGNAL } from "~/ui/forms/send-form";

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
	const [said, accept, reject] =
		consent === "accepted"
			? ["Aceptaste", "Seguir aceptando", "Rechazar desde ahora"]
			: ["Rechazaste", "Aceptar desde ahora", "Seguir rechazando"];
	return (
		<details className="cookie-choice">
			<summary>Cambiar mi elección</summary>
			<p>{said} las cookies de comodidad.</p>
			<ChoiceForm accept={accept} reject={reject} />
		</details>
	);
}

/** A plain form. A hydrated page sends it beside itself, because a new page would lose what is typed into the others. */
function ChoiceForm({ accept, reject }: { accept: string; reject: string }) {
	const { pathname, search } = useLocation();
	const { revalidate } = useRevalidator();
	const [problem, setProblem] = useState("");
	const choose = (event: MouseEvent<HTMLButtonElement>) => {
		event.preventDefault();
		const body = new URLSearchParams({ intent: event.currentTarget.value });
		// Not by Remix, which loads the route's script first and reloads the page if there is no signal.
		fetch("/cookies", { method: "POST", body, redirect: "manual" }).then(
			({ type }) => (type === "opaqueredirect" ? revalidate() : setProblem(messages.somethingWrong)),
			() => setProblem(NO_SIGNAL),
		);
	};
	return (
		<form className="row" method="post" action="/cookies">
			<input type="hidden" name="redirectTo" value={pathname + search} />
			<button className="btn" type="submit" name="intent" value="accepted" onClick={choose}>
				{accept}
			</button>
			<button className="btn" type="submit" name="intent" value="rejected" onClick={choose}>
				{reject}
			</button>
			{problem && (
				<p className="error" role="alert">
					{problem}
				</p>
			)}
		</form>
	);
}
