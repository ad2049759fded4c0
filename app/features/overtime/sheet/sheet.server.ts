import { paperReason } from "~/features/overtime/law/reason";
import { describeExtras } from "~/features/overtime/list/describe-extras.server";
import type { ListedExtra } from "~/features/overtime/list/extra-card";
import {
	listOldestExtras,
	MAX_ON_SHEET,
	sumByCompensation,
	sumExtras,
} from "~/features/overtime/list/extras-list.server";
import { type ExtrasFilter, untilDay } from "~/features/overtime/list/filter";
import { readSlip } from "~/features/overtime/slips/slip-check";
import { listDatedRotations } from "~/features/shift/own-days/own-calendar.server";
import { env } from "~/lib/env.server";
import { placeholders } from "~/lib/explained";
import { formatShortDate, todayIn } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import type { SheetExtra } from "./extra-sheet";

/**
 * Reads the printed sheet for a filter: the overtime entries, oldest first, and the totals. If `query` contains hours
 * from a pay slip, the sheet also compares these hours with the entries.
 */
export async function readSheet(
	userId: string,
	realName: string,
	filter: ExtrasFilter,
	query: URLSearchParams,
) {
	const oldest = await listOldestExtras(userId, filter, MAX_ON_SHEET);
	const extras = await describeExtras(userId, oldest, await listDatedRotations(userId), paperReason);
	const totals = await sumExtras(userId, filter);
	const today = todayIn(env.TZ_APP);
	const worked = await sumByCompensation(userId, untilDay(filter, today));
	return {
		isCut: totals.count > extras.length,
		extras: extras.map(toRow),
		totals,
		...readSlip(query, worked, totals.count - countOf(worked)),
		name: realName === placeholders.realName ? null : realName || null,
		today,
	};
}

function toRow(extra: ListedExtra): SheetExtra {
	const { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason } = extra;
	const { minutes50, minutes100, minutesNight, createdAt, editedAt } = extra;
	const recordedOn = formatShortDate(plantDay(createdAt));
	const changedOn = editedAt === null ? null : formatShortDate(plantDay(editedAt));
	const shown = { idFile, date, shift, minutes, startMinute, isStartProposed, comment, compensation, reason };
	return { ...shown, minutes50, minutes100, minutesNight, recordedOn, changedOn };
}

function countOf(sums: readonly { count: number }[]): number {
	return sums.reduce((total, { count }) => total + count, 0);
}
