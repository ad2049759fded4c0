import { ownDayOn } from "~/features/shift/own-day";
import { answersForm, requireKeyInAddress } from "~/lib/forms/form-state.server";
import { movedTo, notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { listOwnCrews, readMyMonth } from "./find-own-calendar.server";
import { findOwnDay } from "./own-days.server";
import { toFormValues, versionOfOwnDay } from "./save-own-day-action.server";

/**
 * Reads a month of a user's calendar, and the form of own days if the address has a day or own days: `month` such as
 * 2026-11, `day` such as 2026-11-25 or any other word for today, `edit` for the id of own days. Without any of them,
 * the current month.
 * @throws Response 404 for a month without calendar, and for own days that the user does not have; redirect to the
 *   address with the key of new own days, and from the former address of a year
 */
export async function readMyDays(request: Request, userId: string) {
	const search = requestContext().url.searchParams;
	if (search.has("year")) throw movedTo("/my-shift/calendar#mis-dias");
	const today = plantToday();
	const edited = search.has("edit") ? await requireOwnDay(userId, search.get("edit") ?? "") : undefined;
	const day = search.has("day") ? (parseCivilDate(search.get("day") ?? "") ?? today) : edited?.firstDay;
	const month = await readMyMonth(request, search.get("month") ?? (day ?? today).slice(0, 7), today);
	const there = day ? ownDayOn(month.calendar.ownDays, day) : undefined;
	// A refused form adds own days also when another tab has added some to the same day meanwhile.
	const isNew = day && !edited && (answersForm(request) || search.has("idFile") || !there);
	const idFile = isNew ? requireKeyInAddress(request, "#dia") : undefined;
	// If the user goes back to this page after saving, the form shows the saved own days.
	const saved = idFile ? await findOwnDay({ userId, id: idFile }) : undefined;
	// The form for new days that a phone keeps is for any day, not for the days that today is among.
	const ownDay = edited ?? (requestContext().isCopy ? undefined : isNew ? saved : there);
	const form = day
		? {
				day,
				ownDay,
				isSaved: saved !== undefined,
				idFile: ownDay?.id ?? idFile ?? "",
				shown: ownDay ? await toFormValues(userId, ownDay) : { firstDay: day },
				version: ownDay && versionOfOwnDay(ownDay),
				crews: await listOwnCrews(userId),
			}
		: undefined;
	return { ...month, asksToDelete: search.get("intent") === "delete", form };
}

/**
 * Finds own days, a period of vacation, leave, a shift swap or the like.
 * @throws Response 404 when the user has no own days with this id
 */
export async function requireOwnDay(userId: string, id: string) {
	const ownDay = await findOwnDay({ userId, id });
	if (!ownDay) throw notFound();
	return ownDay;
}
