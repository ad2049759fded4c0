import { redirect } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { type DateRange, LAST_CLOSING_DAY, periodOn, periodTitle } from "~/features/law/pay-period";
import { payAddress } from "~/features/pay/pay-addresses";
import { sumLogged } from "~/features/pay/slips/logged.server";
import { describeOpen } from "~/features/pay/slips/open-texts";
import { isRunning, unsettledOf } from "~/features/pay/slips/slip";
import { compareSlip, loggedText, verdictOf } from "~/features/pay/slips/slip-texts";
import { listSlips } from "~/features/pay/slips/slips.server";
import { db } from "~/lib/database/db.server";
import { notADate, tooOld } from "~/lib/explained";
import { addDays, type CivilDate, EARLIEST, parseCivilDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";

const PAGE_PERIODS = 12;

/**
 * Reads one page of the pay periods, newest first. The first page always lists the current and the previous period. Any
 * other period is listed only if it has a pay slip or overtime entries.
 * @param search `before`: lists periods that begin on this day or earlier; `period`: a day whose period to open
 * @throws Response redirect to the page of a typed day's period
 */
export async function readPeriods(user: Pick<User, "id" | "payPeriod">, search: URLSearchParams) {
	await refreshPay(user.id);
	const now = plantClock();
	const { today } = now;
	const asked = readPeriodDate(search.get("period"), today);
	if (asked.date) throw redirect(payAddress(asked.date), 302);
	const before = parseCivilDate(search.get("before") ?? "");
	const isFirstPage = before === undefined || before >= today;
	const slips = await listSlips(user.id);
	const days = await listKnownDays(user.id, isFirstPage ? today : before, slips);
	if (isFirstPage) days.push(today, addDays(periodOn(today, user.payPeriod, slips).start, -1));
	const periods: DateRange[] = [];
	for (const day of days.sort().reverse()) {
		const last = periods.at(-1);
		if (!last || day < last.start) periods.push(periodOn(day, user.payPeriod, slips));
	}
	const shown = periods.slice(0, PAGE_PERIODS);
	const loggedOf = await sumLogged(user.id, [...shown, ...unsettledOf(slips)], now);
	return {
		today,
		asked,
		isFirstPage,
		entries: shown.map((period) => {
			const logged = loggedOf(period.start);
			const slip = slips.find(({ start }) => start === period.start);
			return {
				start: period.start,
				title: periodTitle(period),
				isRunning: isRunning(period, logged, today),
				logged: loggedText(logged),
				/** Undefined until the worker enters a slip. */
				verdict: slip && verdictOf(compareSlip(slip, logged)),
			};
		}),
		next: periods[PAGE_PERIODS]?.end,
		hasSlips: slips.length > 0,
		...describeOpen(slips, loggedOf, today),
	};
}

/** A day of each period up to `from` with an overtime entry or a pay slip, at least of one page and one more, if there are. */
async function listKnownDays(userId: string, from: CivilDate, slips: readonly DateRange[]) {
	const extras = await db
		.selectFrom("extras")
		.select("date")
		.distinct()
		.where("user_id", "=", userId)
		.where("date", "<=", from)
		.orderBy("date", "desc")
		.limit((PAGE_PERIODS + 1) * LAST_CLOSING_DAY)
		.execute();
	const ofSlips = slips.filter(({ start }) => start <= from).map(({ end }) => end);
	return [...extras.map(({ date }) => date), ...ofSlips];
}

/** Parses the day with which the user asks for a pay period. If the day is refused, `error` explains why. */
export function readPeriodDate(text: string | null, today: CivilDate) {
	if (!text) return {};
	const date = parseCivilDate(text.trim());
	// Returns no `typed` text, because a date field cannot show an invalid date.
	if (!date) return { error: notADate };
	if (date > today) return { typed: date, error: "Ese período todavía no empezó." };
	return date < EARLIEST ? { typed: date, error: tooOld } : { date };
}
