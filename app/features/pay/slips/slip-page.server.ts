import { redirect } from "@remix-run/node";
import { listAgreements } from "~/features/agreement/agreements.server";
import { estimateGroups } from "~/features/agreement/estimates.server";
import { listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import { plantNow } from "~/features/extras/rows/ended.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { PayPeriod } from "~/features/law/pay-period";
import { periodOn, periodTitle } from "~/features/law/periods-with-slips";
import { percentsOf } from "~/features/law/premiums";
import { percentsBetween } from "~/features/law/rates";
import { EARLIEST } from "~/lib/forms/date-field";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { type CivilDate, parseCivilDate } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { sumLogged } from "./logged.server";
import { slipVersion, toFormValues } from "./save-slip-action.server";
import { slipAddress } from "./slip-addresses";
import { hoursField } from "./slip-schemas";
import { leftOutTexts, loggedText, unsureTexts } from "./slip-texts";
import { listSlips } from "./slips.server";

/** Maximum number of characters of `hours50` and the like in the query string, enough for any number of hours. */
const MAX_TYPED_CHARACTERS = 20;

/**
 * Reads the page of a pay slip. `hours50` and the like in the query string fill in the form of a new slip.
 * @param date first day of the period
 * @throws Response redirect to the period's first day if `date` is another day; 404 for an invalid, too old or future
 *   date
 */
export async function readSlipPage(userId: string, payPeriod: PayPeriod, date = "") {
	await refreshPay(userId);
	const now = plantNow();
	const { today } = now;
	const slips = await listSlips(userId);
	const period = periodOn(requireSlipDate(date, today), payPeriod, slips);
	const { search, searchParams } = requestContext().url;
	if (period.start !== date) throw redirect(slipAddress(period.start) + search, 302);
	const slip = slips.find(({ start }) => start === date);
	const logged = await sumLogged(userId, period, now);
	const worked = { start: period.start, end: period.end < today ? period.end : today };
	const extras = await listOldestExtras(userId, worked, MAX_ON_SHEET + 1);
	const estimates = extras.length > MAX_ON_SHEET ? undefined : await estimateGroups(userId, [extras]);
	const agreements = await listAgreements(userId);
	const typed = [...searchParams.keys()]
		.flatMap((name) => /^hours(\d{1,3})$/.exec(name)?.[1] ?? [])
		.map(Number);
	const percents = [
		...percentsBetween(agreements, period.start, period.end),
		...percentsOf(logged.premiums, slip?.premiums ?? {}),
		...typed,
	];
	const shownPercents = [...new Set(percents)].sort((one, other) => one - other);
	const values = slip
		? toFormValues(slip, shownPercents)
		: Object.fromEntries(typed.map(hoursField).map((name) => [name, typedHours(searchParams, name)]));
	const shown = { ...values, percents: shownPercents.join(" ") };
	return {
		...period,
		title: periodTitle(period),
		isStored: slip !== undefined,
		logged: loggedText(logged),
		unsure: unsureTexts(logged),
		leftOut: leftOutTexts(logged),
		estimate: estimates?.total,
		shown,
		version: slip && slipVersion(slip),
	};
}

/**
 * Checks a date in a URL.
 * @throws Response 404 for an invalid, too old or future date
 */
export function requireSlipDate(text: string, today: CivilDate): CivilDate {
	const date = parseCivilDate(text);
	if (!date || date < EARLIEST || date > today) throw notFound();
	return date;
}

/** Parses the date with which the user asks for a pay period. If the date is refused, `error` explains why. */
export function readSlipDate(text: string | null): { date?: CivilDate; typed?: string; error?: string } {
	if (!text) return {};
	const date = parseCivilDate(text.trim());
	// Returns no `typed` text, because a date field cannot show an invalid date.
	if (!date) return { error: "No es una fecha: elegí día, mes y año." };
	if (date > plantToday()) return { typed: date, error: "Ese período todavía no empezó." };
	return date < EARLIEST ? { typed: date, error: "La fecha es demasiado vieja." } : { date };
}

function typedHours(search: URLSearchParams, name: string): string | null {
	return search.get(name)?.slice(0, MAX_TYPED_CHARACTERS) ?? null;
}
