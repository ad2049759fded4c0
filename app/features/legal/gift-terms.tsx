import { bullets, type LegalDocument, type LegalSettings, prose, questions } from "./legal-document";

/** Terms of a planned gift programme. Until the programme exists, the text must say that no data are stored for it. */
export function giftTerms(settings: LegalSettings): LegalDocument {
	return {
		title: "Términos y condiciones de los regalos",
		description: "Los términos y condiciones de los regalos de Relevo.",
		updated: "2026-11-21",
		intro: prose(
			<p>
				<strong>El programa de regalos no está activo hoy y no se recolecta ningún dato para él.</strong>
			</p>,
			"Hoy no hay puntos, ni catálogo, ni canjes. Este texto explica cómo sería si algún día se activara.",
		),
		sections: [
			{
				id: "descripcion",
				title: "Descripción",
				body: prose(
					"El programa permitiría juntar puntos en tu cuenta de Relevo y canjearlos por regalos.",
					"Participar sería gratis y optativo. Relevo funcionaría igual si no participaras.",
					"Los puntos no son dinero. No se podrían vender, cambiar por efectivo ni pasar a otra cuenta.",
				),
			},
			{
				id: "disponibilidad",
				title: "Disponibilidad",
				body: prose(
					"Los regalos dependerían de lo que hubiera en cada momento. La lista, las cantidades y los puntos necesarios podrían cambiar sin aviso previo.",
					"Un canje ya confirmado se respetaría. Si ese regalo no se pudiera entregar, te devolveríamos los puntos o te ofreceríamos otro parecido, a tu elección.",
				),
			},
			{
				id: "requisitos",
				title: "Requisitos",
				body: prose(
					"Para pedir un regalo haría falta:",
					bullets(
						"Tener una cuenta activa, con el correo verificado.",
						"Haber juntado los puntos que pida ese regalo o, según el caso, que haya terminado la temporada.",
						"Cumplir lo que diga la página del regalo.",
					),
					<p>
						También habría que cumplir los <a href="/about/end-user-agreement">términos de uso</a>.
					</p>,
				),
			},
			{
				id: "entrega",
				title: "Entrega",
				body: prose(
					"La forma y el plazo de entrega se informarían en cada regalo.",
					"Si hubiera gastos de envío a tu cargo, te los diríamos antes. El canje se haría solamente si los aceptaras.",
					"Los datos para la entrega, como un domicilio, se pedirían recién en ese momento y solo para eso. Hoy no los pedimos.",
				),
			},
			{
				id: "revocacion",
				title: "Revocación",
				body: prose(
					"Podríamos anular puntos o canjes por incumplimiento de estas condiciones o por fraude. Por ejemplo: cuentas repetidas, datos falsos o trampas para sumar puntos.",
					"Te avisaríamos el motivo y podrías responder.",
				),
			},
			{
				id: "limitaciones",
				title: "Limitaciones",
				body: prose(
					bullets(
						"Podría haber un máximo de regalos por persona o por temporada.",
						"Un regalo no podría cambiarse por su valor en dinero.",
						"Si eliminaras tu cuenta, también se borrarían tus puntos y tus regalos pendientes.",
					),
					"Nada de esto te quita los derechos que la ley te da, por ejemplo si un producto llega fallado.",
				),
			},
			{
				id: "cambios",
				title: "Cambios",
				body: prose(
					"Estas condiciones pueden cambiar, sobre todo antes de que el programa se active. El texto nuevo se publica acá, con su fecha.",
					<p>
						Si el programa se activa, antes vamos a actualizar la{" "}
						<a href="/about/privacy-policy">política de privacidad</a> para decir qué datos usa y para qué.
					</p>,
				),
			},
			{
				id: "aceptacion",
				title: "Aceptación",
				body: prose(
					"Hoy no tenés que aceptar nada. Tener una cuenta en Relevo no te suma al programa.",
					"Si se activa, te vamos a preguntar antes de sumarte. Participarías solo si aceptaras las condiciones publicadas en ese momento.",
					questions(settings.supportEmail),
				),
			},
		],
	};
}
