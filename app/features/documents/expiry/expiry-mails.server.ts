import { mailToUser } from "~/features/auth/mails/mail-to-user.server";
import { db } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import type { Composer } from "~/lib/mail/outbox.server";
import { type CivilDate, dayNumber, formatShortDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { soonUntil, whenIs } from "./expiry";

/** Maximum number of documents listed in one mail. The mail only counts further documents. */
const MAX_LISTED = 20;

/** Functions that compose the mails about documents, by kind of mail. */
export const documentMails: Readonly<Record<string, Composer>> = {
	/** Mail about documents that expire within 30 days; undefined when there are none, or if the user gets no reminders. */
	"document-expiry": mailToUser(async (user) => {
		if (!user.isVerified || !user.expiryReminders) return undefined;
		const today = plantToday();
		const documents = await db
			.selectFrom("documents")
			.select(["title", "expires_on as expiresOn"])
			.where("user_id", "=", user.id)
			.where("expires_on", ">=", today)
			.where("expires_on", "<=", soonUntil(today))
			.orderBy("expires_on")
			.orderBy("id")
			.$narrowType<{ expiresOn: string }>()
			.execute();
		if (documents.length === 0) return undefined;
		const more = documents.length - MAX_LISTED;
		return {
			subject:
				documents.length === 1 ? "Tenés un documento que vence pronto" : "Tenés documentos que vencen pronto",
			lines: [
				documents.length === 1
					? "Este documento que guardaste en Relevo vence pronto:"
					: "Estos documentos que guardaste en Relevo vencen pronto:",
				{
					list: [
						...documents.slice(0, MAX_LISTED).map((document) => toLine(document, today)),
						...(more > 0 ? [`y ${more} más`] : []),
					],
				},
				{ link: `${publicOrigin}/auth/my-documents`, text: "Ver mis documentos" },
				"¿No querés recibir estos avisos? Desactivalos acá:",
				{ link: `${publicOrigin}/auth/notices`, text: "Avisos" },
			],
		};
	}),
};

function toLine({ title, expiresOn }: { title: string; expiresOn: CivilDate }, today: CivilDate): string {
	// Keeps a title on one line, so that the title cannot imitate other lines of the mail.
	const line = title.replace(/[\p{Cc}\s]+/gu, " ").trim();
	return `${line}: vence el ${formatShortDate(expiresOn)}, ${whenIs(dayNumber(expiresOn) - dayNumber(today))}`;
}
