import { type Extra, findExtra } from "~/features/overtime/extras/extras.server";
import { formatClock, formatHours } from "~/features/overtime/minutes";
import { dataNotRead, notFound } from "~/lib/http/http.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import type { ExtraFieldName } from "./extra-form";

/**
 * A person's own extra.
 * @throws Response 404 when there is none, or it is somebody else's; 500 when it cannot be read now
 */
export async function requireExtra(userId: string, idFile = ""): Promise<Extra> {
	const extra = await findExtra({ userId, idFile }).catch((error: unknown) => {
		logFailure("extra_not_read", error);
		throw dataNotRead(messages.extraNotRead);
	});
	if (!extra) throw notFound();
	return extra;
}

/** How the form shows an extra. The split is shown only when the worker has changed it. */
export function toFormValues(extra: Extra): Record<ExtraFieldName, string | null> {
	return {
		hour: formatHours(extra.minutes),
		date: extra.date,
		shift: extra.shift,
		comment: extra.comment,
		// A proposed one stays a proposal until the worker writes it.
		startTime: extra.startMinute === null || extra.isStartProposed ? null : formatClock(extra.startMinute),
		compensation: extra.compensation,
		hours50: extra.hasOwnSplit ? formatHours(extra.minutes50) : null,
		hours100: extra.hasOwnSplit ? formatHours(extra.minutes100) : null,
	};
}
