import { listAgreements, listHourValues } from "~/features/agreement/agreements.server";
import { estimateGroups } from "~/features/agreement/estimates.server";
import type { User } from "~/features/auth/users.server";
import { listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { countedDoubtLines } from "~/features/law/doubts";
import { type DateRange, periodOn, periodTitle } from "~/features/law/pay-period";
import { type Premiums, percentsOf } from "~/features/law/premiums";
import { percentsBetween } from "~/features/law/rates";
import { readBalances } from "~/features/pay/balances/read-balances.server";
import { sumLogged } from "~/features/pay/slips/logged.server";
import { describeOpen, openNote } from "~/features/pay/slips/open-texts";
import { hasEntries, isOpen, isRunning, type Logged, unsettledOf } from "~/features/pay/slips/slip";
import { comparisonVersion, slipVersion, toFormValues } from "~/features/pay/slips/slip-actions.server";
import {
	changedTextOf,
	comparedLines,
	compareSlip,
	leftOutTexts,
	loggedSentence,
	toneOf,
	verdictOf,
} from "~/features/pay/slips/slip-texts";
import { listSlips, type StoredSlip } from "~/features/pay/slips/slips.server";
import { notFound } from "~/lib/http/http.server";
import { formatPesos } from "~/lib/pesos";
import { addDays, type CivilDate, EARLIEST, type PlantClock } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { plantClock } from "~/lib/time/plant-clock.server";
import { readPeriodDate } from "./read-periods.server";

/**
 * Reads the page of a pay period: what was logged, what its slip says, what is open in all slips, and the balances.
 * @param search `period`, a day of the period; by default the last period that has ended, whose slip is the newest, or
 *   the present one when there is nothing in it. `intent=delete`: asks to confirm the deletion of the slip
 * @throws Response 404 for an invalid, too old or future day, and for a missing slip to delete
 */
export async function readPeriod(user: Pick<User, "id" | "payPeriod">, search: URLSearchParams) {
	await refreshPay(user.id);
	const now = plantClock();
	const { today } = now;
	const slips = await listSlips(user.id);
	const periodOf = (date: CivilDate) => periodOn(date, user.payPeriod, slips);
	const slipOf = (period: DateRange) => slips.find(({ start }) => start === period.start);
	const asked = search.get("period");
	const wanted = periodOf(asked === null ? today : requirePeriodDate(asked, today));
	const last = periodOf(addDays(wanted.start, -1));
	const loggedOf = await sumLogged(user.id, [wanted, last, ...unsettledOf(slips)], now);
	const isPaid = slipOf(last) !== undefined || hasEntries(loggedOf(last.start));
	const period = asked === null && isPaid ? last : wanted;
	const logged = loggedOf(period.start);
	const slip = slipOf(period);
	const asksToDelete = search.get("intent") === "delete";
	if (asksToDelete && !slip) throw notFound();
	const { open, summary } = describeOpen(slips, loggedOf, today);
	return {
		...period,
		title: periodTitle(period),
		isRunning: isRunning(period, logged, today),
		previous: period.start > EARLIEST ? neighbour(periodOf(addDays(period.start, -1))) : undefined,
		next: period.end < today ? neighbour(periodOf(addDays(period.end, 1))) : undefined,
		logged: loggedSentence(logged, isRunning(period, logged, today)),
		total: inHours(Object.values(logged.premiums).reduce((sum, minutes) => sum + minutes, 0)),
		hasEntries: hasEntries(logged),
		unsure: countedDoubtLines(logged.doubts),
		leftOut: leftOutTexts(logged),
		estimate: await findEstimate(user.id, period, now),
		hasHourValue: (await listHourValues(user.id)).length > 0,
		/** Undefined until the worker enters a slip. */
		slip: slip && describeSlip(slip, logged),
		form: await fillForm(user.id, period, logged, slip),
		openNote: openNote(open),
		hasSummary: summary !== null,
		balances: await readBalances(user.id),
		asksToDelete,
	};
}

/**
 * Checks a day in a URL.
 * @throws Response 404 for an invalid, too old or future day
 */
export function requirePeriodDate(text: string, today: CivilDate): CivilDate {
	const { date } = readPeriodDate(text, today);
	if (!date) throw notFound();
	return date;
}

function neighbour(period: DateRange) {
	return { start: period.start, title: periodTitle(period) };
}

/**
 * The estimate of a period's entries that have ended; undefined without a value of the hour, without such entries, or
 * with too many of them.
 */
async function findEstimate(userId: string, period: DateRange, now: PlantClock) {
	const endedIn = (days: DateRange) => listOldestExtras(userId, days, MAX_ON_SHEET + 1, { endedBy: now });
	const extras = await endedIn(period);
	if (extras.length > MAX_ON_SHEET) return undefined;
	return (await estimateGroups(userId, [extras], endedIn))?.total;
}

function describeSlip(slip: StoredSlip, logged: Logged) {
	const { amount, settledOn, settledPremiums, changedOn } = slip;
	const compared = compareSlip(slip, logged);
	return {
		verdict: verdictOf(compared),
		tone: toneOf(compared),
		lines: comparedLines(compared),
		amount: amount === null ? null : formatPesos(amount),
		isOpen: isOpen(logged, compared.difference),
		settledOn,
		version: comparisonVersion(slip, logged.premiums),
		changed: changedTextOf(settledPremiums, logged, changedOn),
	};
}

/** The form of a slip, with a field for each premium of the period's terms, of the entries and of the slip. */
async function fillForm(
	userId: string,
	period: DateRange,
	logged: { premiums: Premiums },
	slip: StoredSlip | undefined,
) {
	const percents = [
		...percentsBetween(await listAgreements(userId), period.start, period.end),
		...percentsOf(logged.premiums, slip?.premiums ?? {}),
	];
	const sorted = [...new Set(percents)].sort((one, other) => one - other);
	return {
		shown: { ...(slip && toFormValues(slip, sorted)), percents: sorted.join(" "), end: period.end },
		version: slip && slipVersion(slip),
		logged: Object.fromEntries(sorted.map((percent) => [percent, inHours(logged.premiums[percent] ?? 0)])),
	};
}
