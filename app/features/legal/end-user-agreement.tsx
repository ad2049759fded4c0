import { bullets, type LegalDocument, type LegalSettings, prose, questions } from "./legal-document";

export function endUserAgreement(settings: LegalSettings): LegalDocument {
	const { appUrl, responsibleName, supportEmail, liveChatUrl } = settings;
	return {
		title: "Términos de uso",
		description: "Las condiciones para usar Relevo: qué ofrece, qué te pedimos y hasta dónde respondemos.",
		updated: "2026-11-29",
		intro: prose(
			"Estas son las reglas para usar Relevo. Si lo usás o abrís una cuenta, las aceptás. Si no estás de acuerdo, no lo uses.",
			<p>
				Qué hacemos con tus datos está en la <a href="/about/privacy-policy">política de privacidad</a> y en
				la <a href="/about/cookie-policy">política de cookies</a>.
			</p>,
		),
		sections: [
			{
				id: "servicio",
				title: "El servicio",
				body: prose(
					`Estos términos son un acuerdo entre vos y ${responsibleName || "quien administra esta instalación de Relevo"} y valen para el sitio que está en ${appUrl}.`,
					"Con Relevo podés:",
					bullets(
						"Ver los diagramas de turnos, los feriados y diez reglas de seguridad. No hace falta cuenta.",
						"Con cuenta: tener tu perfil, guardar documentos con imágenes y anotar tus extras.",
					),
					"Usar Relevo es gratis. La conexión a internet corre por tu cuenta.",
					"Relevo no reemplaza los sistemas de tu empresa ni es un canal oficial de avisos. Las reglas de seguridad son una ayuda general: vale siempre el procedimiento de tu planta. En una emergencia, usá los medios de tu planta.",
					"Tratamos de que funcione siempre, pero puede haber cortes o fallas. Guardá por tu lado una copia de lo que no puedas perder. Para eso está “Descargar mis datos”, en «Mi cuenta».",
				),
			},
			{
				id: "cuenta",
				title: "Tu cuenta",
				body: prose(
					bullets(
						"La cuenta es personal. No la prestes ni uses la de otra persona.",
						"Usá un correo tuyo y verificalo. Sin él no vas a poder recuperar la cuenta. Si no lo verificás, te avisamos por correo y 14 días después se borra, con todo lo que tenga.",
						"Cuidá tu contraseña. No la repitas en otros sitios y no se la des a nadie.",
						"Si creés que alguien entró a tu cuenta, cambiá la contraseña enseguida. Eso cierra las demás sesiones.",
						"Si usás un teléfono o una computadora compartidos, cerrá la sesión al terminar.",
					),
					"También podés ingresar con Google donde esta instalación lo ofrezca. En ese caso, tu nombre y tu foto vienen de Google.",
				),
			},
			{
				id: "uso",
				title: "Uso correcto y contenido propio",
				body: prose(
					"Lo que cargás es tuyo. Nos das permiso solamente para guardarlo, adaptar el tamaño de las imágenes, hacer copias de seguridad y mostrártelo a vos. Ese permiso termina cuando lo eliminás, o cuando eliminás tu cuenta.",
					"Sos responsable de lo que cargás. No está permitido:",
					bullets(
						"Subir material ilegal o que viole derechos de otras personas.",
						"Subir información confidencial de tu planta, o datos de compañeros, sin permiso.",
						"Tratar de entrar a cuentas o datos ajenos, o hacerte pasar por otra persona.",
						"Atacar el servicio, saltear sus límites o cargarlo con programas automáticos.",
					),
					"El espacio tiene límites. Cada documento admite hasta 10 imágenes JPEG, PNG o WebP. Entran 500 MB; hasta que verifiques tu correo, 20, y entre todas las cuentas sin verificar, 1 GB. Si algo no entra, el programa te avisa.",
				),
			},
			{
				id: "orientativo",
				title: "Los diagramas, feriados y cálculos son orientativos",
				body: prose(
					"Lo que muestra Relevo es información para ayudarte a organizarte. No es asesoramiento legal, laboral ni contable.",
					bullets(
						"Los diagramas se calculan con un ciclo. Puede no coincidir con el de tu planta. Ante una diferencia, vale el diagrama de tu planta.",
						"Que un diagrama aparezca acá no quiere decir que sea legal ni que se aplique en tu lugar de trabajo.",
						"Los feriados pueden cambiar. Los que dicen “a confirmar” todavía no son oficiales.",
						"Las horas y los recargos de tus extras son una cuenta aproximada. Tu convenio puede fijar otra cosa. No reemplazan tu recibo de sueldo ni el registro de tu empresa.",
						"Los avisos de vencimiento son una ayuda: un correo puede no llegar. Vale la fecha que dice tu documento.",
					),
					"Antes de tomar una decisión, por ejemplo faltar, viajar o reclamar un pago, confirmá el dato con tu empresa, tu delegado o un profesional.",
				),
			},
			{
				id: "cambios",
				title: "Cambios, baja y ley aplicable",
				body: prose(
					"Podemos cambiar el servicio o estos términos. El texto nuevo se publica acá, con su fecha. Si no estás de acuerdo, podés eliminar tu cuenta.",
					<p>
						Podés darte de baja cuando quieras con “Eliminar mi cuenta”, en{" "}
						<a href="/auth/my-account/edit-profile?view=account">mi cuenta</a>. Se borran tu perfil, tus
						documentos, tus imágenes y tus extras. Antes podés descargar todo.
					</p>,
					"Podemos cerrar una cuenta que no cumpla estas reglas. Si es posible, te avisamos antes para que descargues lo tuyo.",
					"Se aplica la ley de la República Argentina. Si hay un conflicto, intervienen los tribunales que correspondan según esa ley. Nada de este texto te quita los derechos que la ley te da como consumidor o como trabajador.",
					questions(supportEmail),
					liveChatUrl ? (
						<p>
							También hay un <a href={liveChatUrl}>chat de ayuda</a>, que es un sitio externo.
						</p>
					) : null,
					supportEmail || liveChatUrl ? null : "Por dudas, hablá con quien administra esta instalación.",
				),
			},
		],
	};
}
