import { hasOnlyLink, issueMailCode, issueMailToken } from "~/features/auth/links-and-codes.server";
import { mailToUser } from "~/features/auth/mails/mail-to-user.server";
import type { AccountMail } from "~/features/auth/mails/post-mail.server";
import { passkeyNames } from "~/features/auth/passkeys.server";
import { findUserByEmail, type User } from "~/features/auth/users.server";
import { env } from "~/lib/env.server";
import { type MailTemplate, renderMail } from "~/lib/mail/mail-template.server";
import type { Composer } from "~/lib/mail/outbox.server";
import { ACCOUNT, aboutPasskeys, linkTo, passkeyLines, RECOVER } from "./account-mail-parts.server";
import { noteRemovalNotice } from "./unverified.server";

/** Functions that compose the mails about an account, by kind of mail. */
export const authMails: Readonly<Record<AccountMail["kind"], Composer>> = {
	verify: mailToUser(async (user) => {
		if (user.isVerified) return undefined;
		const token = await issueMailToken({ purpose: "verify", userId: user.id, email: user.email });
		const code = (await hasOnlyLink({ owner: user }))
			? undefined
			: await issueMailCode({ purpose: "verify", userId: user.id });
		return {
			subject: "Verificá tu correo en Relevo",
			lines: [
				"Alguien creó una cuenta de Relevo con este correo. Si fuiste vos, verificalo con este enlace:",
				linkTo(`/auth/verify-email?token=${token}`, "Verificar mi correo"),
				...(code ? ["O escribí este código en la página que quedó abierta:", { code }] : []),
				code
					? "El enlace dura 24 horas y el código 15 minutos. Cada correo nuevo anula el anterior."
					: "El enlace dura 24 horas. Cada correo nuevo anula el anterior.",
				env.SMTP_URL
					? `Si no fuiste vos, no hagas nada. ${REMOVAL}`
					: "Si no fuiste vos, no hagas nada: sin este paso la cuenta queda sin verificar.",
			],
			onTold: () => noteRemovalNotice(user.id),
		};
	}),

	"removal-notice": mailToUser(async (user) => {
		if (user.isVerified) return undefined;
		return {
			subject: "Tu cuenta de Relevo se borra si no verificás tu correo",
			lines: [
				`Hay una cuenta de Relevo con este correo, y todavía nadie lo verificó. ${REMOVAL}`,
				"Si es tuya y la querés conservar, ingresá y tocá «Verificar»:",
				linkTo("/auth/verify-email", "Verificar mi correo"),
				"Si no la creaste vos, no hagas nada.",
			],
			onTold: () => noteRemovalNotice(user.id),
		};
	}),

	"already-registered": mailToUser(async (user) => ({
		subject: "Ya tenés una cuenta en Relevo",
		lines: [
			"Alguien quiso crear una cuenta de Relevo con este correo, pero ya tenés una. No cambiamos nada.",
			linkTo("/auth/login", "Ingresar"),
			...(user.hasPassword
				? [
						"Si no te acordás de la contraseña, podés elegir otra:",
						linkTo("/auth/recovery-pass", "Recuperar la contraseña"),
					]
				: ["Se ingresa con Google: no tiene contraseña."]),
			"Si no fuiste vos, no hace falta que hagas nada.",
		],
	})),

	recovery: async ({ address }) => {
		const user = await findUserByEmail(address);
		if (!user) return undefined;
		return renderMail(user.email, user, user.hasPassword ? await recoveryTemplate(user) : googleTemplate);
	},

	"google-linked": mailToUser(async (user) => ({
		subject: "A tu cuenta de Relevo ahora también se ingresa con Google",
		lines: [
			"Desde ahora podés ingresar a tu cuenta de Relevo con tu cuenta de Google.",
			"Si no fuiste vos, alguien usa una cuenta de Google con este correo: cambiale la contraseña en Google.",
			...(user.hasPassword
				? ["Después elegí una nueva también acá: se cierran todas las sesiones.", RECOVER]
				: ["Después ingresá y cerrá la sesión en todos los equipos:", ACCOUNT]),
		],
	})),

	"password-changed": mailToUser(async (user) => ({
		subject: "Cambiaste la contraseña de Relevo",
		lines: [
			"La contraseña de tu cuenta de Relevo cambió recién, y se cerraron las otras sesiones. Si tenías avisos o tu calendario en el teléfono, dejaron de andar.",
			...passkeyLines(await passkeyNames(user.id)),
			"Si no fuiste vos, recuperá la cuenta enseguida:",
			linkTo("/auth/recovery-pass", "Recuperar mi cuenta"),
		],
	})),

	"passkey-added": aboutPasskeys(
		"Agregaste una llave de acceso a Relevo",
		"Hay una llave de acceso nueva en tu cuenta de Relevo.",
		{ endsPasskeys: true },
	),

	"passkey-renamed": aboutPasskeys(
		"Cambiaste el nombre de una llave de acceso de Relevo",
		"Una llave de acceso de tu cuenta de Relevo tiene otro nombre.",
	),

	"passkey-removed": aboutPasskeys(
		"Quitaste una llave de acceso de Relevo",
		"Una llave de acceso de tu cuenta de Relevo ya no sirve para ingresar.",
		{ kept: " Tu contraseña sigue igual." },
	),

	"delete-code": mailToUser(async (user) => ({
		subject: "Código para eliminar tu cuenta de Relevo",
		lines: [
			"Pediste eliminar tu cuenta de Relevo. Este es el código:",
			{ code: await issueMailCode({ purpose: "delete", userId: user.id }) },
			"Dura 15 minutos. Si no lo pediste vos, no se lo des a nadie y cerrá la sesión en todos los equipos desde Mi cuenta:",
			ACCOUNT,
		],
	})),

	"account-deleted": async ({ address }) =>
		renderMail(address, undefined, {
			subject: "Eliminamos tu cuenta de Relevo",
			lines: [
				"Tu cuenta de Relevo y todo lo que tenía guardado se borraron, como pediste.",
				"Este es el último mensaje: tu correo queda solo en las copias de seguridad, hasta que se descartan.",
				env.SUPPORT_EMAIL
					? `Si no fuiste vos, escribí a ${env.SUPPORT_EMAIL}.`
					: "Si no fuiste vos, avisale a quien administra Relevo en tu planta.",
			],
		}),
};

const REMOVAL =
	"Si en 14 días nadie lo verifica, borramos la cuenta con todo lo que tenga guardado: documentos, fotos y extras.";

async function recoveryTemplate({ id, email }: User): Promise<MailTemplate> {
	const token = await issueMailToken({ purpose: "reset", userId: id, email });
	return {
		subject: "Elegí una contraseña nueva para Relevo",
		lines: [
			"Pediste recuperar la contraseña de tu cuenta de Relevo. Elegí una nueva con este enlace:",
			linkTo(`/auth/reset-pass?token=${token}`, "Elegir una contraseña nueva"),
			"El enlace dura una hora y sirve una sola vez.",
			"Si no lo pediste vos, no hagas nada: tu contraseña sigue siendo la misma.",
		],
	};
}

const googleTemplate: MailTemplate = {
	subject: "A tu cuenta de Relevo se ingresa con Google",
	lines: [
		"Pediste recuperar la contraseña, pero tu cuenta de Relevo no tiene una: se ingresa con Google.",
		"Tocá «Ingresar con Google» en esta página:",
		linkTo("/auth/login", "Ingresar"),
		"Si no lo pediste vos, no hagas nada.",
	],
};
