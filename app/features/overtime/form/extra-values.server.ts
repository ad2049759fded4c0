import type * as z from "zod/mini";
import { type Extra, findExtra } from "~/features/overtime/extras/extras.server";
import { formatClock, formatHours } from "~/features/overtime/minutes";
import type { extraSchemaOn } from "~/features/overtime/schemas";
import { dataNotRead, notFound } from "~/lib/http/http.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import type { ExtraFieldName } from "./extra-form";

type ParsedFields = z.output<ReturnType<typeof extraSchemaOn>>;

/** The worker's input. Its names say minutes, because the form's fields are named in hours but parsed to minutes. */
export type TypedExtra = ReturnType<typeof typedExtra>;

export function typedExtra({ hour, startTime, hours50, hours100, ...fields }: ParsedFields) {
	return { ...fields, minutes: hour, startMinute: startTime, minutes50: hours50, minutes100: hours100 };
}

/**
 * Finds one of the person's extras.
 * @throws Response 404 when the person has no such extra; 500 when it cannot be read
 */
export async function requireExtra(userId: string, idFile = ""): Promise<Extra> {
	const extra = await findExtra({ userId, idFile }).catch((error: unknown) => {
		logFailure("extra_not_read", error);
		throw dataNotRead(messages.extraNotRead);
	});
	if (!extra) throw notFound();
	return extra;
}

/** The form's values for an extra. A split is included only if the worker has changed it. */
export function toFormValues(extra: Extra): Record<ExtraFieldName, string | null> {
	return {
		hour: formatHours(extra.minutes),
		date: extra.date,
		shift: extra.shift,
		comment: extra.comment,
		// Empty for a proposed start, which remains a proposal until the worker types a time.
		startTime: extra.startMinute === null || extra.isStartProposed ? null : formatClock(extra.startMinute),
		compensation: extra.compensation,
		hours50: extra.hasOwnSplit ? formatHours(extra.minutes50) : null,
		hours100: extra.hasOwnSplit ? formatHours(extra.minutes100) : null,
	};
}
