import { type PlantNow, plantNow } from "~/features/extras/rows/ended.server";
import { findLastExtra } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { DateRange, PayPeriod } from "~/features/law/pay-period";
import { periodOn, periodTitle } from "~/features/law/periods-with-slips";
import { formatPesos } from "~/lib/pesos";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { sumLogged, sumLoggedOfOpenSlips } from "./logged.server";
import { nothingOpenText, openTexts, summaryLines } from "./open-texts";
import { addUp, differenceOf, isOpen, type Logged, type Slip } from "./slip";
import {
	type ComparedSlip,
	changedTextOf,
	comparedLines,
	leftOutTexts,
	loggedText,
	unsureTexts,
} from "./slip-texts";
import { listSlips, type StoredSlip } from "./slips.server";

const PAGE_PERIODS = 12;

/**
 * Reads the ledger, the list of pay periods with their pay slips: one page of periods, newest first, and the open
 * differences between the slips and the worker's entries. A difference is open until the worker marks the slip as
 * settled, or a later slip makes up for it.
 * @param before lists periods that begin on this day or earlier; today by default
 */
export async function readLedger(userId: string, setting: PayPeriod, before?: CivilDate) {
	await refreshPay(userId);
	const now = plantNow();
	const { today } = now;
	const slips = await listSlips(userId);
	const isFirstPage = before === undefined || before >= today;
	const { periods, next } = await listPeriods(
		userId,
		isFirstPage ? today : before,
		setting,
		slips,
		isFirstPage,
	);
	const entries: ReturnType<typeof toEntry>[] = [];
	for (const period of periods) {
		const slip = slips.find(({ start }) => start === period.start);
		entries.push(toEntry(period, await sumLogged(userId, period, now), slip, today));
	}
	return {
		today,
		isFirstPage,
		entries,
		next,
		hasSlips: slips.length > 0,
		...(await readOpen(userId, slips, now)),
	};
}

/**
 * Returns the lines of a message that the worker can send to the paymaster: how the unsettled pay slips differ from the
 * worker's entries. Returns null if none of these slips is open (see `isOpen`).
 */
export async function readSummary(userId: string): Promise<string[] | null> {
	await refreshPay(userId);
	return (await readOpen(userId, await listSlips(userId), plantNow())).summary;
}

/**
 * Compares the unsettled pay slips with the worker's entries. Returns the differences as sentences for the page, and as
 * lines of a message to the paymaster.
 */
async function readOpen(userId: string, slips: readonly Slip[], now: PlantNow) {
	const loggedOf = await sumLoggedOfOpenSlips(userId, now);
	const compared: ComparedSlip[] = [];
	for (const slip of slips.filter(({ settledOn }) => settledOn === null)) {
		const { start, end } = slip;
		const logged = loggedOf(start);
		const difference = differenceOf(logged, slip);
		compared.unshift({ start, end, slip, logged, difference });
	}
	const open = addUp(compared);
	const toSend = compared.filter(({ logged, difference }) => isOpen(logged, difference));
	return {
		open: { ...openTexts(open), nothing: nothingOpenText(compared, open) },
		summary: toSend.length > 0 ? summaryLines(toSend, open, now.today) : null,
	};
}

/**
 * Lists one page of the pay periods that begin on or before `from`, newest first. The first page always lists the
 * current and the previous period. Any other period is listed only if it has a pay slip or overtime entries.
 */
async function listPeriods(
	userId: string,
	from: CivilDate,
	setting: PayPeriod,
	slips: readonly Slip[],
	isFirstPage: boolean,
): Promise<{ periods: DateRange[]; next?: CivilDate }> {
	const periods: DateRange[] = [];
	let date: CivilDate | undefined = isFirstPage ? from : await lastKnownDay(userId, from, slips);
	while (date && periods.length < PAGE_PERIODS) {
		const period = periodOn(date, setting, slips);
		periods.push(period);
		const dayBefore = addDays(period.start, -1);
		date = isFirstPage && periods.length === 1 ? dayBefore : await lastKnownDay(userId, dayBefore, slips);
	}
	return { periods, next: date };
}

/** Returns the last day up to `date` that has an overtime entry or belongs to the period of a pay slip. */
async function lastKnownDay(
	userId: string,
	date: CivilDate,
	slips: readonly Slip[],
): Promise<CivilDate | undefined> {
	const extra = await findLastExtra(userId, date);
	const slip = slips.find(({ start }) => start <= date);
	const days = [extra?.date ?? "", slip && slip.end < date ? slip.end : slip ? date : ""];
	return days.sort().at(-1) || undefined;
}

function toEntry({ start, end }: DateRange, logged: Logged, slip: StoredSlip | undefined, today: CivilDate) {
	return {
		start,
		end,
		title: periodTitle({ start, end }),
		isRunning: today <= end,
		logged: loggedText(logged),
		unsure: unsureTexts(logged),
		leftOut: leftOutTexts(logged),
		/** Undefined until the worker enters a slip. */
		slip: slip && toEntrySlip(slip, logged),
	};
}

function toEntrySlip(slip: StoredSlip, logged: Logged) {
	const { start, end, amount, settledOn, settledPremiums, changedOn } = slip;
	const difference = differenceOf(logged, slip);
	return {
		lines: comparedLines({ start, end, slip, logged, difference }),
		amount: amount === null ? null : formatPesos(amount),
		isOpen: isOpen(logged, difference),
		settledOn,
		changed: settledOn ? changedTextOf(settledPremiums, logged, changedOn) : undefined,
	};
}
