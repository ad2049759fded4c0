/** Addresses of the ledger of pay slips. */
import type { DateRange } from "~/features/profile/pay-period";
import type { CivilDate } from "~/lib/time/civil-date";

/** The page with all periods. */
export const LEDGER = "/auth/work-overtime/slips";

/** The page of the slip of the period that contains a date. */
export function slipAddress(date: CivilDate): string {
	return `${LEDGER}/${date}`;
}

/** The page of the slip for the first days of a range, or the ledger for an unlimited range. */
export function slipAddressWithin({ start, end }: Partial<DateRange>, today: CivilDate): string {
	const date = start ?? end;
	if (!date) return LEDGER;
	return slipAddress(date < today ? date : today);
}

const HOURS = ["hours50", "hours100"] as const;

/**
 * Where the sheet's former check of a slip has moved, with the hours that its address contains; undefined for an
 * address without such hours.
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
