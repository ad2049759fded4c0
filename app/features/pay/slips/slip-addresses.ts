/** URLs of the ledger, the list of pay periods with their pay slips. */
import type { DateRange } from "~/features/law/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

export const LEDGER = "/auth/my-pay";

/** URL of the pay slip of the period that contains a date. */
export function slipAddress(date: CivilDate): string {
	return `${LEDGER}/${date}`;
}

/**
 * Returns the URL of the pay slip of the period that contains `start` or, if `start` is undefined, `end`. A day after
 * today counts as today. Without both days, returns the URL of the ledger (list of all pay periods).
 */
export function slipAddressWithin({ start, end }: Partial<DateRange>, today: CivilDate): string {
	const date = start ?? end;
	if (!date) return LEDGER;
	return slipAddress(date < today ? date : today);
}

/** Names of the hours in old URLs. */
const HOURS = ["hours50", "hours100"] as const;

/**
 * Returns where to redirect an old URL of the printable sheet that has the hours of a pay slip in its query string
 * (`hours50`, `hours100`): to the slip's form with these hours. Undefined if `search` contains no hours.
 */
export function movedSlipCheck(
	range: Partial<DateRange>,
	search: URLSearchParams,
	today: CivilDate,
): string | undefined {
	const hours = HOURS.flatMap((name) => {
		const value = search.get(name);
		return value === null ? [] : [[name, value]];
	});
	if (hours.length === 0) return undefined;
	return `${slipAddressWithin({ start: range.start ?? range.end ?? today }, today)}?${new URLSearchParams(hours)}`;
}
