import type { ReactNode } from "react";
import { type LegalSettings, prose } from "./legal-document";

export function responsible({ appUrl, responsibleName, responsibleAddress }: LegalSettings): ReactNode {
	return prose(
		`Relevo es un programa que cada operador instala en su propio servidor. Esta política vale para la instalación que está en ${appUrl}.`,
		`Responsable de tus datos: ${responsibleName || "quien administra esta instalación"}`,
		responsibleAddress ? `Domicilio: ${responsibleAddress}` : null,
		<p>
			“Nosotros” es ese responsable. Cómo contactarlo está en <a href="#contacto">la última sección</a>.
		</p>,
	);
}

export function contact({ supportEmail, responsibleAddress, liveChatUrl }: LegalSettings): ReactNode {
	return prose(
		"Si cambiamos esta política, ponemos acá el texto nuevo con su fecha. Si queremos usar tus datos para algo distinto, antes te pedimos permiso.",
		supportEmail || responsibleAddress || liveChatUrl ? "Por dudas o pedidos sobre tus datos:" : null,
		supportEmail || responsibleAddress || liveChatUrl ? (
			<ul className="prose">
				{supportEmail ? (
					<li>
						Correo: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
					</li>
				) : null}
				{responsibleAddress ? <li>Por carta: {responsibleAddress}</li> : null}
				{liveChatUrl ? (
					<li>
						<a href={liveChatUrl}>Chat de ayuda</a> (es un sitio externo)
					</li>
				) : null}
			</ul>
		) : (
			"Por dudas o pedidos sobre tus datos, hablá con quien administra esta instalación."
		),
		"La AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA, en su carácter de Órgano de Control de la Ley N° 25.326, tiene la atribución de atender las denuncias y reclamos que interpongan quienes resulten afectados en sus derechos por incumplimiento de las normas vigentes en materia de protección de datos personales.",
		<p>
			Su sitio es <a href="https://www.argentina.gob.ar/aaip">argentina.gob.ar/aaip</a>.
		</p>,
	);
}
