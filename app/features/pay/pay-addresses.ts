/** URLs of "Mi pago": a page for each pay period, and views of all periods. */
import type { DateRange } from "~/features/law/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

export const PAY = "/auth/my-pay";
export const PAY_SETTINGS = `${PAY}/settings`;
export const PERIODS = `${PAY}?view=periods`;
export const SUMMARY = `${PAY}?view=summary`;
/** What each balance earned and lost, by date. */
export const BALANCES = `${PAY}?view=balances`;
/** The hours of a year by month. */
export const YEAR = "/auth/work-overtime?view=year";

/** URL of the pay period that contains a date. */
export function payAddress(date: CivilDate): string {
	return `${PAY}?period=${date}`;
}

/**
 * Returns the URL of the pay period that contains `start` or, if `start` is undefined, `end`. A day after today counts as
 * today.
 */
export function payAddressWithin({ start, end }: Partial<DateRange>, today: CivilDate): string {
	const date = start ?? end;
	if (!date) return PAY;
	return payAddress(date < today ? date : today);
}

/** Names of the hours in old URLs. */
const HOURS = ["hours50", "hours100"] as const;

/**
 * Returns where to redirect an old URL of the printable sheet that has the hours of a pay slip in its query string
 * (`hours50`, `hours100`): to the period with these hours in its form. Undefined if `search` contains no hours.
 */
export function movedSlipCheck(
	{ start, end }: Partial<DateRange>,
	search: URLSearchParams,
	today: CivilDate,
): string | undefined {
	const hours = HOURS.flatMap((name) => {
		const value = search.get(name);
		return value === null ? [] : [[name, value]];
	});
	if (hours.length === 0) return undefined;
	return `${payAddressWithin({ start: start ?? end ?? today }, today)}&${new URLSearchParams(hours)}`;
}
