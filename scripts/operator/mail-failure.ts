import { printable } from "./output";

const MAX_CHARACTERS = 200;

/** Server, sender and recipient of a test mail, without the password in SMTP_URL. */
interface MailRoute {
	/** Host and port, from SMTP_URL. */
	server: string;
	from: string;
	to: string;
}

/** Explains why a test mail was not sent, and what to do. Distinguishes the failures by nodemailer's error codes. */
export function explainMailFailure(error: unknown, route: MailRoute): string {
	const failure = toFailure(error);
	const said = failure.response ? ` (dijo: ${failure.response})` : "";
	return (
		connectionFailure(failure, route) ??
		refusal(failure, route, said) ??
		`El correo no salió (${failure.reason}) y ${route.server} no dijo por qué${said}: revisá SMTP_URL.`
	);
}

interface Failure {
	/** Error code of nodemailer, the mail library. */
	code: string;
	/** Error code of Node or OpenSSL, or else nodemailer's. */
	reason: string;
	/** The SMTP command that failed. */
	command: string;
	response: string;
}

function toFailure(error: unknown): Failure {
	const field = (name: string) => {
		const value: unknown = typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
		return typeof value === "string"
			? printable(value.replace(/\s+/g, " ").trim()).slice(0, MAX_CHARACTERS)
			: "";
	};
	const code = field("code") || "sin código";
	return {
		code,
		reason: field("originalCode") || code,
		command: field("command"),
		response: field("response"),
	};
}

function connectionFailure({ code, reason }: Failure, { server }: MailRoute): string | undefined {
	if (reason === "ECONNREFUSED") {
		return `${server} no acepta conexiones: revisá el host y el puerto de SMTP_URL, y que el servidor de correo esté andando.`;
	}
	if (code === "EDNS") {
		return `No se encontró el host de ${server} (${reason}): revisá cómo está escrito en SMTP_URL, y el DNS de esta máquina.`;
	}
	if (code === "ETIMEDOUT") {
		return `${server} no contestó a tiempo: revisá host y puerto (465 va con smtps://, 587 con smtp://). Muchos proveedores cierran la salida por 25, 465 y 587: preguntale al tuyo.`;
	}
	if (/^ERR_SSL|WRONG_VERSION/.test(reason)) {
		return `${server} no habla TLS desde el principio (${reason}): con el puerto 587 o 25 va smtp://, con 465 smtps://`;
	}
	if (/CERT|SIGNATURE|ISSUER|ERR_TLS/.test(reason)) {
		return `El certificado de ${server} no vale (${reason}): en SMTP_URL va el nombre que dice el certificado; si está vencido o es propio, cambialo en el servidor de correo.`;
	}
	if (code === "ETLS")
		return `${server} no pudo pasar a TLS (${reason}): probá con smtps:// y el puerto 465.`;
	if (["ESOCKET", "ECONNECTION", "EPROTOCOL"].includes(code)) {
		return `La conexión con ${server} se cortó (${reason}): revisá que ese puerto sea el de un servidor de correo, y que acepte a esta máquina.`;
	}
	return undefined;
}

function refusal(failure: Failure, { server, from, to }: MailRoute, said: string): string | undefined {
	if (/^4\d\d/.test(failure.response)) {
		return `${server} pide esperar${said}: probá de nuevo en unos minutos. Los correos de la gente vuelven a salir solos.`;
	}
	if (["EAUTH", "ENOAUTH", "EOAUTH2"].includes(failure.code)) {
		return `${server} no acepta el usuario o la contraseña de SMTP_URL${said}: si tienen signos como @ : / # %, van escritos como %40 %3A %2F %23 %25`;
	}
	if (failure.command === "RCPT TO" && /^5\d\d[ -]5\.7\./.test(failure.response)) {
		return `${server} no deja mandar a ${to}${said}: poné en SMTP_URL el usuario y la contraseña que pide.`;
	}
	if (failure.command === "RCPT TO") return `${server} no acepta el destinatario ${to}${said}.`;
	if (failure.command === "MAIL FROM") {
		return `${server} no acepta el remitente ${printable(from)}${said}: poné en MAIL_FROM una dirección tuya que ese servidor te deje usar, y en SMTP_URL usuario y contraseña si los pide.`;
	}
	if (failure.code === "EMESSAGE") {
		return `${server} recibió el correo y no lo aceptó${said}: suele ser por el dominio de MAIL_FROM, que necesita SPF y DKIM.`;
	}
	return undefined;
}
