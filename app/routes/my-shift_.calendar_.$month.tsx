import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { myMonthPath, periodTitle } from "~/features/diagrams/periods";
import { readMyMonth } from "~/features/own-days/find-own-calendar.server";
import { MyMonthView } from "~/features/shift/calendar/my-month-view";
import { expiresWithHour } from "~/features/shift/freshness.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { pageTitle, type Shown } from "~/ui/page-title";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		`${periodTitle(data.month)} · Mi mes`,
		"Tus turnos y tus francos de un mes, día por día y con palabras, con los feriados.",
	);

export const handle = { cacheKey: ["shifts"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

/** A visitor's month. A user's month, in which days can be changed, is "Mis días". */
export async function loader({ request, params: { month = "" } }: LoaderFunctionArgs) {
	if (await findSessionUser(request)) throw redirect(`/auth/my-days?month=${encodeURIComponent(month)}`);
	const clock = plantClock();
	return json(await readMyMonth(request, month, clock.today), {
		headers: { Expires: expiresWithHour(clock) },
	});
}

export default function MyMonthPage() {
	return (
		<MyMonthView
			{...useLoaderData<typeof loader>()}
			monthHref={myMonthPath}
			dayHref={(date) => `#d${datePartsOf(date).day}`}
		/>
	);
}
