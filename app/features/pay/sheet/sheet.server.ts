import { setImmediate } from "node:timers/promises";
import { estimateGroups } from "~/features/agreement/estimates.server";
import type { User } from "~/features/auth/users.server";
import { sumExtras } from "~/features/extras/list/extra-sums.server";
import { listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import type { Extra } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { DateRange } from "~/features/law/pay-period";
import { listYearHours } from "~/features/pay/picture/year-hours.server";
import { findPeriodOn } from "~/features/pay/slips/slips.server";
import { placeholders } from "~/lib/explained";
import { type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { periodsOf, type SheetExtra, sumRows } from "./sheet-rows";
import { summaryText } from "./summary-text";

/** Reads the sheet for a filter: entries by pay period, oldest first, and their sums. */
export async function readSheet(user: User, filter: ExtrasFilter, hasPicture: boolean) {
	const { id: userId, plantNumber, realName } = user;
	await refreshPay(userId);
	const periodOf = await findPeriodOn(user);
	const extras = (await listOldestExtras(userId, filter, MAX_ON_SHEET)).map(toRow);
	const { count: matching } = await sumExtras(userId, filter);
	const today = plantToday();
	const days = daysOf(extras, filter, matching > extras.length);
	const periods = days ? periodsOf(extras, periodOf, days) : [];
	const sums = sumRows(extras);
	const estimates = await estimateGroups(
		userId,
		periods.map((period) => period.extras),
	);
	const year = hasPicture && days ? datePartsOf(days.end).year : null;
	// Lets other requests run before up to 1000 rows are rendered.
	await setImmediate();
	const name = realName === placeholders.realName ? null : realName || null;
	const who = [name, plantNumber && `legajo ${plantNumber}`].filter(Boolean).join(", ");
	return {
		periods,
		sums,
		estimates,
		/** If they are too many for the sheet, it shows only the oldest. */
		matching,
		days,
		/** If the profile has no name, the sheet leaves space to write it. */
		name,
		plantNumber,
		summary: days ? summaryText({ days, filter, who, periods, sums }) : "",
		picture: year === null ? null : { year, months: await listYearHours(userId, year) },
		today,
	};
}

/**
 * First and last day of the sheet: the filter's dates, or else those of the entries; null if one of the days is missing.
 * @param isCut whether the sheet cannot show all entries, so that it ends on the day of its last entry
 */
function daysOf(
	extras: readonly { date: CivilDate }[],
	{ start, end }: ExtrasFilter,
	isCut: boolean,
): DateRange | null {
	const first = start ?? extras[0]?.date;
	const last = (isCut ? undefined : end) ?? extras.at(-1)?.date ?? end;
	return first && last ? { start: first, end: last } : null;
}

function toRow(extra: Extra): SheetExtra {
	const { createdAt, editedAt, ...row } = extra;
	return row;
}
