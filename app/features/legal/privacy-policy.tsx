import { type LegalDocument, type LegalSettings, labelled, prose } from "./legal-document";
import { contact, responsible } from "./privacy-contact";
import { storedFields } from "./stored-fields";

/** The privacy policy: all stored personal data and their purposes. Change it with the code that stores data. */
export function privacyPolicy(settings: LegalSettings): LegalDocument {
	return {
		title: "Política de privacidad",
		description: "Qué datos personales guardamos, para qué y por cuánto tiempo.",
		updated: "2026-11-29",
		intro: prose(
			"Acá te contamos qué datos tuyos guarda Relevo, para qué los usa y cómo los podés ver, corregir o eliminar.",
			<p>
				Las reglas de uso están en los <a href="/about/end-user-agreement">términos de uso</a>.
			</p>,
		),
		sections: [
			{ id: "responsable", title: "Quién es responsable", body: responsible(settings) },
			{
				id: "datos",
				title: "Qué datos guardamos",
				body: prose(
					labelled({
						Cuenta:
							"correo, nombre de usuario, una huella de tu contraseña, que no dice cuál es, si tu correo está verificado y cuándo la abriste.",
						"Si ingresás con Google":
							"el nombre, el correo, la foto y el identificador de cuenta que Google nos da. Tu contraseña de Google nunca nos llega.",
						Perfil: `nombre real, foto, diagrama o ciclo propio, escuadra o turnos propios (y los que tuviste antes, con sus fechas), si dijiste que el diagrama coincide y, si querés, ${storedFields.profile}.`,
						Preferencias:
							"si querés que se abra tu diagrama al ingresar, y si querés avisos de tu turno, de un documento que vence y de un cambio de tu diagrama.",
						"Mis Documentos": `${storedFields.documents} y fotos de cada documento, achicadas y sin datos ocultos, como el lugar.`,
						"Mis Extras":
							"horas, fecha, turno, comentario y, si los cargás, hora de entrada y cómo te la compensan; cuánto va a cada recargo y de noche, y por qué; y cuándo la anotaste y la cambiaste.",
						Recibos:
							"si los controlás: período, horas con cada recargo, francos, importe y, si cerraste una diferencia, cuándo y con qué horas.",
						"Mi convenio":
							"si los cargás: el valor de tu hora o tu sueldo, los recargos de tu convenio y desde cuándo. El convenio lo elegís vos y no dice si estás afiliado. Solo los usamos para estimar tus extras.",
						"Calendario en el teléfono":
							"si hacés el enlace: una huella de él, que no dice cuál es, cuándo lo hiciste y los avisos que elegiste.",
						"Mis días": `${storedFields.ownDays}: fechas, nota y, en un cambio, con qué escuadra; del banco, cuántas horas. De una licencia no te preguntamos el motivo. También cuándo cambió cada día por última vez.`,
						"Llaves de acceso":
							"si las agregás: su nombre, cuándo la agregaste y la usaste, y su parte pública. Tu huella o tu cara no salen de tu teléfono.",
						Avisos:
							"si los pedís: mientras dure la sesión, la dirección a la que van y, por 30 días, cuáles mandamos.",
						Sesiones: "qué sesiones tenés abiertas y desde cuándo.",
						"Registros técnicos":
							"hora, tipo de página, resultado y, si ingresaste, una huella de tu cuenta. No incluyen tu dirección IP. Quedan el tiempo que fija quien administra el servidor.",
						"Intentos de ingreso":
							"una huella de cada navegador en que ingresaste, y cuántos intentos hubo, junto a una huella de la cuenta y de la IP, hasta un día después del último. También contamos así los correos que mandamos a cada dirección y, por siete días, los megas de fotos que suben las cuentas sin verificar.",
					}),
					"No te pedimos teléfono, DNI, ubicación, datos de salud ni datos sindicales. Si están en un documento que cargás, dentro de Relevo los ves solo vos.",
					<p>
						Tampoco te pedimos nada para <a href="/about/gift-privacy-policy">los regalos</a>: ese programa
						hoy no está activo.
					</p>,
				),
			},
			{
				id: "para-que",
				title: "Para qué los usamos",
				body: prose(
					<ul className="prose">
						<li>Para abrir tu cuenta, reconocerte cuando ingresás y ayudarte si perdés la contraseña.</li>
						<li>Para mostrarte tu diagrama, tus días, tus documentos y tus extras, con sus totales.</li>
						<li>
							Para corregir un diagrama que empieza mal: quien administra Relevo puede contar, sin nombres,
							qué turnos eligió la gente.
						</li>
						<li>Para mandarte los correos de la cuenta: verificación, recuperación y avisos de seguridad.</li>
						<li>
							Para los avisos que elegís en <a href="/auth/notices">Avisos</a>: de tu turno, de un cambio de
							tu diagrama y, 30 y 7 días antes, de un documento que vence. Este va por correo, con su título y
							su fecha, si verificaste el tuyo y ningún equipo tuyo lo recibe.
						</li>
						<li>Para cuidar el servicio: frenar ataques, encontrar fallas y hacer copias de seguridad.</li>
					</ul>,
					"No los usamos para publicidad, ni para armar perfiles, ni para controlar tu trabajo. Los tratamos con tu consentimiento y para darte el servicio que pediste.",
				),
			},
			{
				id: "obligatorio",
				title: "Qué es obligatorio y qué no",
				body: prose(
					labelled({
						"Sin cuenta":
							"podés ver los diagramas, las reglas de seguridad y estas páginas. No te pedimos ningún dato.",
						"Para tener cuenta":
							"son obligatorios el nombre de usuario, el correo y la contraseña, o tu cuenta de Google. Si no los das, no podemos abrirla. Si el correo está mal, no te llegan los mensajes y no podés recuperar la cuenta.",
						"Para guardar tu perfil":
							"hacen falta tu nombre y tu diagrama. Si no son correctos, vas a ver un calendario que no es el tuyo.",
						Optativo:
							"la foto, la escuadra y lo que en «Perfil» dice «si querés», los días propios, los documentos, las extras, los recibos, el convenio y el valor de tu hora. Si no los cargás, no pasa nada.",
					}),
					"No hace falta que subas certificados médicos. Si lo hacés, es decisión tuya y dentro de Relevo solo vos los ves.",
				),
			},
			{
				id: "con-quien",
				title: "Con quién se comparten",
				body: prose(
					"No vendemos, no alquilamos y no compartimos tus datos sin tu consentimiento. Ningún otro usuario ve tu perfil, tus días, tus documentos, tus extras ni el valor de tu hora. Solo intervienen:",
					labelled({
						Google:
							"únicamente si elegís ingresar con Google. Así Google sabe que usás Relevo y trata ese dato según su propia política, quizás en otro país.",
						"El servicio de avisos de tu navegador":
							"de Google, Mozilla, Apple o Microsoft, quizás en otro país, si pedís avisos: le llega cuándo te mandamos uno, cifrado, sin tu nombre.",
						"Quien tenga el enlace de tu calendario":
							"ve tus turnos, tus días y tus extras, sin tu nombre ni tus notas; una licencia, una suspensión o un día del banco de horas dice «Ausente». Lo hacés vos y lo podés renovar o dar de baja. Si lo agregás a Google o a Apple, ellos lo leen según sus propias políticas.",
						"El proveedor de correo de esta instalación":
							"recibe tu dirección de correo y el mensaje, para entregártelo.",
						"Quien administra el servidor":
							"tiene acceso técnico para mantenerlo y hacer copias. No debe usarlo para otra cosa.",
						"La Justicia u otra autoridad": "si una ley o una orden válida nos obliga.",
					}),
				),
			},
			{
				id: "donde",
				title: "Dónde están y cuánto tiempo",
				body: prose(
					"Los datos y las imágenes están en el servidor del operador de esta instalación. Los guardamos este tiempo:",
					labelled({
						"Tu cuenta y lo que cargás": "hasta que lo elimines, o elimines la cuenta.",
						"Fotos de un documento que no terminaste de guardar": "24 horas.",
						"Un documento con sus fotos, un día propio, una extra, un recibo, un convenio o un valor de la hora":
							"hasta que lo elimines, y hasta dos minutos más por si tocás «Deshacer». De todo lo que eliminás queda su código o su primer día, y cuándo: 400 días, para que un teléfono que estaba sin señal no lo vuelva a cargar.",
						"Enlaces por correo": "24 horas para verificar y 1 hora para recuperar. Los códigos, 15 minutos.",
						"Correos que esperan salir": "con una huella de la IP que los pidió, 24 horas como máximo.",
						"Una cuenta sin verificar":
							"hasta 14 días después de avisarte por correo que falta verificarlo, aunque el aviso rebote. Si en ese tiempo nadie lo verifica, se borra con todo lo que tenga. Donde no hay servidor de correo no se borra.",
						"Sesiones y navegadores conocidos":
							"180 y 400 días, o hasta que cambies la contraseña o elimines la cuenta; la sesión, también hasta que la cierres. Quedan las 50 sesiones y los 20 navegadores más nuevos.",
						"Copias de seguridad":
							"se hacen solas mientras alguien carga datos, y cada una se borra, a más tardar, 14 días después de hecha la siguiente. Si se copian a otra máquina, ahí quedan hasta 15 días más.",
						"Que una cuenta se eliminó":
							"un número al azar y la fecha, sin ningún dato tuyo, para no recuperarla por error desde una copia.",
					}),
					"Si eliminás tu cuenta, se borran en el momento tu perfil, tus días, tus documentos, tus imágenes, tus extras, tus recibos, tu convenio y tus sesiones. No se puede deshacer. Lo borrado sigue en las copias de seguridad hasta que se descartan. Si hay que recuperar el sistema desde una copia, las cuentas eliminadas se borran otra vez.",
				),
			},
			{
				id: "cuidado",
				title: "Cómo los cuidamos",
				body: prose(
					<ul className="prose">
						<li>Cada documento, imagen y extra se le muestra solamente a su dueño.</li>
						<li>
							A cada imagen le quitamos los datos ocultos, como el lugar (GPS). No guardamos el original.
						</li>
						<li>Las sesiones se pueden anular. Si cambiás la contraseña, se cierran todas las demás.</li>
						<li>Los registros técnicos no incluyen tu correo, tu contraseña ni lo que escribís.</li>
					</ul>,
					"Usá una contraseña que no uses en otro lado y cerrá la sesión si el teléfono no es tuyo.",
				),
			},
			{
				id: "derechos",
				title: "Tus derechos y cómo usarlos",
				body: prose(
					"La Ley 25.326 te da estos derechos sobre tus datos, y usarlos es gratis:",
					labelled({
						Acceso: "saber qué datos tuyos tenemos. Respondemos dentro de los 10 días corridos.",
						"Corrección y actualización":
							"arreglar un dato equivocado o viejo. Lo hacemos dentro de los 5 días hábiles.",
						Eliminación: "borrar tus datos. También dentro de los 5 días hábiles.",
					}),
					<p>
						Casi todo lo podés hacer ya mismo en{" "}
						<a href="/auth/my-account/edit-profile?view=account">mi cuenta</a>. Ahí corregís tus datos y
						tenés:
					</p>,
					labelled({
						"Descargar mis datos": "te da un archivo ZIP con tu cuenta y lo que cargaste, fotos incluidas.",
						"Eliminar mi cuenta": "borra todo en el momento. Así también retirás tu consentimiento.",
					}),
					<p>
						Para lo demás, hacé el pedido como dice <a href="#contacto">la última sección</a>.
					</p>,
					"Por ley, el pedido de acceso es gratis una vez cada seis meses, o antes si tenés un interés legítimo (artículo 14, inciso 3). “Descargar mis datos” es siempre gratis y no espera esos seis meses.",
				),
			},
			{
				id: "cookies",
				title: "Cookies y datos en tu teléfono",
				body: prose(
					<p>
						Usamos solo cookies necesarias y tres de comodidad. No hay cookies de publicidad, de estadísticas
						ni de terceros. El detalle está en la <a href="/about/cookie-policy">política de cookies</a>.
					</p>,
					"Podés cambiar tu respuesta cuando quieras con “Cambiar mi elección”, al pie de cada página.",
					"El navegador guarda en tu teléfono copias de páginas de Relevo, para que las veas sin señal. Las tuyas, con sus fotos, se borran cuando cerrás sesión o entra otra persona y, si la cerrás desde otro equipo, cuando ese teléfono abre Relevo con señal; las públicas, cuando borrás los datos de este sitio. Lo que falta enviar queda cifrado hasta que sale o lo descartás. También queda si ya te ofreció instalar Relevo y a qué dirección van tus avisos.",
					"No leemos tu ubicación, tus contactos ni el identificador de publicidad de tu teléfono. De tus fotos recibimos únicamente las que elegís subir.",
				),
			},
			{ id: "contacto", title: "Cambios, contacto y autoridad de control", body: contact(settings) },
		],
	};
}
