import { mailToUser } from "~/features/auth/mails/mail-to-user.server";
import { endPasskeysText } from "~/features/auth/passkeys/end-passkeys";
import { passkeyNames } from "~/features/auth/passkeys.server";
import { publicOrigin } from "~/lib/env.server";
import type { MailTemplate } from "~/lib/mail/mail-template.server";
import type { Composer } from "~/lib/mail/outbox.server";

/** A line with a link to a page of this site. */
export const linkTo = (path: string, text: string) => ({ link: publicOrigin + path, text });
/** Links to where a person ends what somebody else has begun. */
export const ACCOUNT = linkTo("/auth/my-account/edit-profile?view=account", "Ir a Mi cuenta");
export const RECOVER = linkTo("/auth/recovery-pass", "Elegir una contraseña nueva");

/**
 * A mail about a change of the passkeys. The options are for a user with a password: `kept` says what stays,
 * `endsPasskeys` that somebody else's passkey may be among those that a new password ends.
 */
export function aboutPasskeys(
	subject: string,
	change: string,
	{ kept = "", endsPasskeys = false } = {},
): Composer {
	return mailToUser(async (user) => {
		const names = await passkeyNames(user.id);
		const lines = [user.hasPassword ? change + kept : change, ...passkeyLines(names)];
		const box = names.length > 0 ? `«${endPasskeysText(names)}»` : undefined;
		if (user.hasPassword) {
			const mark = endsPasskeys && box ? ` y dejá marcado ${box}` : "";
			const end = `Si no fuiste vos, elegí una contraseña nueva enseguida${mark}:`;
			return { subject, lines: [...lines, end, RECOVER] };
		}
		const mark = box ? `, marcá ${box}` : "";
		const end = `Si no fuiste vos, ingresá con Google${mark} y cerrá la sesión en todos los equipos:`;
		return { subject, lines: [...lines, end, ACCOUNT] };
	});
}

/** Lists the passkeys with which the user can sign in now. */
export function passkeyLines(names: readonly string[]): MailTemplate["lines"] {
	if (names.length === 0) return [];
	const keys = names.length === 1 ? "esta llave" : "estas llaves";
	return [`Con ${keys} de acceso se ingresa a tu cuenta:`, { list: names }];
}
