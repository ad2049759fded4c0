import type { CookieName } from "~/lib/http/cookies.server";
import {
	bullets,
	type LegalDocument,
	type LegalSettings,
	labelled,
	prose,
	questions,
} from "./legal-document";

/** Every cookie that the program sets, by name: of which kind it is, and what it does for how long. */
const cookies: Readonly<Record<CookieName, readonly ["needed" | "step" | "optional", string]>> = {
	session: ["needed", "te mantiene dentro de tu cuenta. Existe solo si ingresaste. Dura 180 días."],
	toast: ["needed", "lleva un aviso, como “Guardado”, que se muestra una sola vez. Dura 1 minuto."],
	consent: ["needed", "guarda tu respuesta al cartel de cookies. Dura 6 meses."],
	pending: ["step", "espera, después de registrarte, a que verifiques tu correo. Dura 1 día."],
	"mail-token": ["step", "guarda el enlace que abriste desde un correo. Dura 15 minutos."],
	feed: [
		"step",
		"lleva el enlace nuevo de tu calendario a la página que lo muestra una sola vez. Dura 1 minuto.",
	],
	google: ["step", "acompaña tu ingreso con Google. Dura 10 minutos."],
	passkey: ["step", "acompaña el ingreso con una llave de acceso y el alta de una. Dura 5 minutos."],
	device: [
		"step",
		"recuerda que ya ingresaste en este navegador, para que nadie te deje afuera probando contraseñas. No abre tu cuenta. Dura 400 días.",
	],
	web: ["optional", "recuerda que elegiste seguir en la web y no ir a la página de la tienda. Dura 1 año."],
	crew: ["optional", "recuerda el último diagrama y la última escuadra que elegiste. Dura 1 año."],
	mine: ["optional", "recuerda el turno que confirmaste como tuyo, o el ciclo que escribiste. Dura 1 año."],
};

/** Text of the cookie policy. */
export function cookiePolicy(settings: LegalSettings): LegalDocument {
	// Equals the prefix in `cookies.server.ts`, which browser code cannot import.
	const prefix = settings.appUrl.startsWith("https://") ? "__Host-" : "";
	const named = (kind: string) =>
		labelled(
			Object.fromEntries(
				Object.entries(cookies).flatMap(([name, [of, text]]) => (of === kind ? [[prefix + name, text]] : [])),
			),
		);
	return {
		title: "Política de cookies",
		description:
			"Qué cookies usa Relevo, para qué sirve cada una, cuánto dura y cómo aceptarlas o rechazarlas.",
		updated: "2026-11-29",
		intro: prose(
			"Relevo usa pocas cookies y todas son propias. No hay cookies de publicidad, de estadísticas ni de terceros.",
			<p>
				El resto de tus datos está en la <a href="/about/privacy-policy">política de privacidad</a>. Las
				reglas de uso están en los <a href="/about/end-user-agreement">términos de uso</a>.
			</p>,
		),
		sections: [
			{
				id: "que-son",
				title: "Qué son",
				body: prose(
					"Una cookie es un texto corto que un sitio guarda en tu navegador. Cuando volvés, el navegador se lo manda de nuevo al sitio. Así, por ejemplo, no tenés que ingresar en cada página.",
					"Algunas se borran al cerrar el navegador. Otras duran hasta una fecha.",
					"Una cookie no es un programa. No puede leer tus archivos ni tus fotos.",
				),
			},
			{
				id: "tipos",
				title: "Necesarias y opcionales",
				body: prose(
					<p>
						<strong>Necesarias.</strong> Sin ellas Relevo no funciona bien, así que no se pueden rechazar:
					</p>,
					named("needed"),
					"Estas acompañan un paso de tu cuenta y vencen solas:",
					named("step"),
					prefix
						? `El comienzo “${prefix}” de los nombres le dice al navegador que cada cookie es solo de este sitio.`
						: null,
					<p>
						<strong>Opcionales.</strong> Son de comodidad y guardan algo que elegiste:
					</p>,
					named("optional"),
					"Qué cambia con tu respuesta al cartel:",
					labelled({
						"Si no respondés": "las opcionales se guardan como dice arriba.",
						"Si tocás “Aceptar”": "pasa lo mismo.",
						"Si tocás “Rechazar”": "las opcionales duran solo hasta que cerrás el navegador.",
					}),
					"Para cambiar tu respuesta, tocá “Cambiar mi elección”, al pie de cada página.",
				),
			},
			{
				id: "navegador",
				title: "Cómo manejarlas en el navegador",
				body: prose(
					"También podés ver, borrar o bloquear las cookies desde tu navegador. Los nombres cambian un poco según la versión:",
					labelled({
						"Chrome en Android":
							"menú de tres puntos, Configuración, Configuración de sitios, Todos los sitios.",
						"Safari en iPhone": "app Configuración, Apps, Safari, Avanzado, Datos de sitios web.",
						Firefox: "menú, Ajustes, Privacidad y seguridad, Cookies y datos del sitio.",
						"Samsung Internet": "menú, Ajustes, Privacidad o Datos de navegación.",
						"Edge en computadora": "menú, Configuración, Cookies y permisos del sitio.",
					}),
					"Tené en cuenta qué pasa después:",
					bullets(
						"Si borrás las cookies, se cierra tu sesión y el cartel vuelve a preguntar.",
						"Si las bloqueás todas, no vas a poder ingresar. Los diagramas y las reglas de seguridad se ven igual.",
						"Si navegás en modo privado o incógnito, se borran al cerrar la ventana.",
					),
					"Borrar las cookies no borra tu cuenta ni lo que guardaste en ella.",
				),
			},
			{
				id: "telefono",
				title: "Identificadores del teléfono (“anuncios personalizados”) y cambios",
				body: prose(
					"Los teléfonos tienen un identificador de publicidad, que algunas apps usan para mostrarte anuncios. Relevo no lo lee ni lo usa.",
					"Si querés limitarlo para las demás apps, buscá el ajuste de anuncios personalizados de tu teléfono:",
					labelled({
						Android:
							"Configuración, Google o Privacidad, Anuncios. Ahí podés borrar el ID de publicidad o desactivar los anuncios personalizados.",
						iPhone:
							"Configuración, Privacidad y seguridad, Publicidad de Apple. Ahí desactivá “Anuncios personalizados”. En “Rastreo”, también podés impedir que las apps pidan seguirte.",
					}),
					"El camino puede variar según la marca y la versión del teléfono.",
					"Si agregamos o cambiamos una cookie, actualizamos esta página y su fecha. Si es para otro fin, antes te preguntamos.",
					questions(settings.supportEmail),
				),
			},
		],
	};
}
