import { countToReview } from "~/features/overtime/extras/extras.server";
import { diagramOn } from "~/features/overtime/law/own-shifts";
import { sumWarnings } from "~/features/overtime/law/warnings";
import {
	type DateRange,
	type PayPeriod,
	parsePayPeriod,
	payPeriodBefore,
	payPeriodOf,
} from "~/features/profile/pay-period";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { env } from "~/lib/env.server";
import { type CivilDate, datePartsOf, todayIn } from "~/lib/time/civil-date";
import { describeExtras } from "./describe-extras.server";
import type { CardExtra, ListedExtra } from "./extra-card";
import { listExtras, sumExtras } from "./extras-list.server";
import { type ExtrasFilter, untilDay } from "./filter";
import { readWorkTimes } from "./work-times.server";

/** Reads one page of the list of overtime entries, with totals and warnings. */
export async function readListPage(
	userId: string,
	savedPayPeriod: string,
	filter: ExtrasFilter,
	after: string | undefined,
) {
	const own = await listDatedRotations(userId);
	const today = todayIn(env.TZ_APP);
	const { year, month } = datePartsOf(today);
	const { extras, next } = await listExtras(userId, filter, after);
	const { notes, warnings } = await readWorkTimes(userId, extras, own);
	const setting: PayPeriod = parsePayPeriod(savedPayPeriod) ?? "month";
	const period = payPeriodOf(today, setting);
	return {
		extras: (await describeExtras(userId, extras, own)).map((extra) =>
			toCard({ ...extra, warning: notes.get(extra.idFile) }),
		),
		next,
		// Without a filter only the current pay period is summed, because summing all years at each visit would be
		// slow.
		totals: Object.keys(filter).length > 0 ? await sumExtras(userId, filter) : null,
		period: { ...period, totals: await sumExtras(userId, period) },
		ranges: [
			{ name: "Este período", ...period },
			{ name: "El anterior", ...payPeriodBefore(today, setting) },
			{ name: "Este mes", ...monthOf(year, month) },
			{ name: "Este año", ...yearOf(year) },
		],
		warnings: [
			...sumWarnings({
				month: await sumWorked(userId, monthOf(year, month), today),
				year: await sumWorked(userId, yearOf(year), today),
			}),
			...warnings,
		],
		hasRestNotes: [...notes.values()].some((note) => note),
		isOnUnconfirmed: diagramOn(own, today)?.anchorConfirmed === false,
		toReview: await countToReview(userId),
	};
}

/** The fields of an overtime entry that a card shows. Other fields are not sent to the browser. */
function toCard(extra: ListedExtra): CardExtra {
	const { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason } = extra;
	const { minutesUnclassified, needsReview, warning } = extra;
	const shown = { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason };
	return { ...shown, minutesUnclassified, needsReview, warning };
}

async function sumWorked(userId: string, range: DateRange, today: CivilDate) {
	const { minutes } = await sumExtras(userId, range);
	const { minutes: workedMinutes } = await sumExtras(userId, untilDay(range, today));
	return { workedMinutes, plannedMinutes: minutes - workedMinutes };
}

function monthOf(year: number, month: number): DateRange {
	return payPeriodOf(`${year}-${String(month).padStart(2, "0")}-01`, "month");
}

function yearOf(year: number): DateRange {
	return { start: `${year}-01-01`, end: `${year}-12-31` };
}
