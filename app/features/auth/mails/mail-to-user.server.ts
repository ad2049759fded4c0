import { findUserById, type User } from "~/features/auth/users.server";
import { type MailTemplate, renderMail } from "~/lib/mail/mail-template.server";
import type { ComposedMail, Composer } from "~/lib/mail/outbox.server";

/**
 * Composes a mail to a user's current e-mail address; undefined if the account is deleted or the mail is not needed.
 */
export function mailToUser(
	write: (user: User) => Promise<(MailTemplate & Pick<ComposedMail, "onTold">) | undefined>,
): Composer {
	return async ({ userId }) => {
		const user = userId ? await findUserById(userId) : undefined;
		if (!user) return undefined;
		const template = await write(user);
		return template && { ...renderMail(user.email, user, template), onTold: template.onTold };
	};
}
