/** URLs of "Mi pago": a page for each pay period, and views of all periods. */
import type { DateRange } from "~/features/law/pay-period";
import { type CivilDate, EARLIEST } from "~/lib/time/civil-date";

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
 * today, and one before the first that a form accepts as that day.
 */
export function payAddressWithin({ start, end }: Partial<DateRange>, today: CivilDate): string {
	const date = start ?? end;
	if (!date) return PAY;
	if (date < EARLIEST) return payAddress(EARLIEST);
	return payAddress(date < today ? date : today);
}
