import { GoogleForm } from "./google-button";

/** Reasons that the error page explains. */
const texts = {
	/** This browser started no matching sign-in in the last ten minutes. */
	stranger:
		"Este ingreso no empezó en este navegador, o pasaron más de 10 minutos, o ya se usó. Empezá de nuevo con el botón. Si vuelve a pasar, fijate que el navegador acepte cookies.",
	failed:
		"Google no respondió como esperábamos. En tu cuenta no cambió nada. Probá de nuevo en un rato, o ingresá con tu correo y tu contraseña.",
	unverified:
		"Google no nos confirma que ese correo sea tuyo. Verificalo en tu cuenta de Google, o creá una cuenta con correo y contraseña.",
	"unusable-address":
		"No podemos mandar correos a la dirección de esa cuenta de Google. Elegí otra cuenta, o creá una con correo y contraseña.",
	"other-identity":
		"La cuenta de Relevo con ese correo ya está unida a otra cuenta de Google. Ingresá con esa, o con tu correo y tu contraseña.",
} as const;

type ShownReason = keyof typeof texts;

/**
 * Reason why a user who returns from Google is not signed in. A user who cancels at Google ("declined") returns to the
 * login page.
 */
export class GoogleError extends Error {
	override readonly name = "GoogleError";

	constructor(
		readonly reason: ShownReason | "declined",
		cause?: unknown,
	) {
		super(reason, { cause });
	}
}

/** Explains why a sign-in with Google failed, with a button to try again. */
export function GoogleErrorPage({ reason, redirectTo }: { reason: ShownReason; redirectTo?: string }) {
	return (
		<div className="narrow">
			<h1>No ingresaste con Google</h1>
			<p className="lead" role="alert">
				{texts[reason]}
			</p>
			<GoogleForm redirectTo={redirectTo} />
			<p className="row">
				<a className="btn" href="/auth/login">
					Ingresar con correo y contraseña
				</a>
			</p>
		</div>
	);
}
