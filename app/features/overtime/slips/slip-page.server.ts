import { redirect } from "@remix-run/node";
import { parsePayPeriod } from "~/features/profile/pay-period";
import { versionOf } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { type CivilDate, parseCivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { slipAddress } from "./addresses";
import { sumLogged } from "./logged.server";
import { periodOn, periodTitle } from "./periods";
import { toFormValues } from "./save-slip-action.server";
import { leftOutTexts, loggedText, unsureTexts } from "./slip-texts";
import { listSlips } from "./slips.server";

/** First date of a period that may have a slip, as for overtime entries. */
const EARLIEST: CivilDate = "1970-01-01";
const MAX_TYPED_CHARACTERS = 20;

/**
 * Reads the page of the slip of a period. `hours50` and `hours100` in the address fill in the form of a new slip.
 * @param date the first day of the period
 * @throws Response redirect to the first day of the period that contains `date`, 404 for other texts and days after
 *   today
 */
export async function readSlipPage(userId: string, payPeriod: string, date = "") {
	const today = plantDay(Date.now());
	const slips = await listSlips(userId);
	const period = periodOn(requireSlipDate(date, today), parsePayPeriod(payPeriod) ?? "month", slips);
	const { search, searchParams } = requestContext().url;
	if (period.start !== date) throw redirect(slipAddress(period.start) + search, 302);
	const slip = slips.find(({ start }) => start === date);
	const logged = await sumLogged(userId, period, today);
	const shown = slip
		? toFormValues(slip)
		: { hours50: typedHours(searchParams, "hours50"), hours100: typedHours(searchParams, "hours100") };
	return {
		...period,
		title: periodTitle(period),
		isStored: slip !== undefined,
		logged: loggedText(logged),
		unsure: unsureTexts(logged),
		leftOut: leftOutTexts(logged),
		shown,
		version: slip && versionOf(shown),
	};
}

/**
 * Checks a date in an address.
 * @throws Response 404 for other texts, and for days that are too old or after today
 */
export function requireSlipDate(text: string, today: CivilDate): CivilDate {
	const date = parseCivilDate(text);
	if (!date || date < EARLIEST || date > today) throw notFound();
	return date;
}

/** Reads the date with which the ledger is asked for a period; `error` says what is wrong with an unusable one. */
export function readSlipDate(text: string | null): { date?: CivilDate; typed?: string; error?: string } {
	const typed = text?.trim().slice(0, MAX_TYPED_CHARACTERS);
	if (!typed) return {};
	const date = parseCivilDate(typed);
	if (!date) return { typed, error: "No es una fecha: elegí día, mes y año." };
	if (date > plantDay(Date.now())) return { typed, error: "Ese período todavía no empezó." };
	return date < EARLIEST ? { typed, error: "La fecha es demasiado vieja." } : { date };
}

function typedHours(search: URLSearchParams, name: string): string | null {
	return search.get(name)?.slice(0, MAX_TYPED_CHARACTERS) ?? null;
}
