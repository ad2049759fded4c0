import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { readMyMonth } from "~/features/own-days/find-own-calendar.server";
import { MyMonthView } from "~/features/shift/calendar/my-month-view";
import { expiresIn, minutesUntilFullHour } from "~/features/shift/freshness";
import { myMonthPath } from "~/features/shift/my-month-path";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mi mes", "Tus turnos y tus francos de un mes, día por día y con palabras, con los feriados.");

export const handle = { cacheKey: ["shifts"] };

/** A visitor's month. A user's month, in which days can be changed, is "Mis días". */
export async function loader({ request, params: { month = "" } }: LoaderFunctionArgs) {
	if (await findSessionUser(request)) throw redirect(`/auth/my-days?month=${encodeURIComponent(month)}`);
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	return json(await readMyMonth(request, month, clock.today), {
		headers: { Expires: expiresIn(minutesUntilFullHour(clock), now) },
	});
}

/** Sends the loader's Expires header, which tells the server's page cache how long the page is valid. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
	Expires: loaderHeaders.get("Expires") ?? "",
});

export default function MyMonthPage() {
	return (
		<MyMonthView
			{...useLoaderData<typeof loader>()}
			monthHref={myMonthPath}
			dayHref={(date) => `#d${datePartsOf(date).day}`}
		/>
	);
}
