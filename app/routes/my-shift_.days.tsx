import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findMyCalendar } from "~/features/own-days/find-own-calendar.server";
import { AgendaItem, agendaDay } from "~/features/shift/agenda/agenda";
import { expiresWithHour } from "~/features/shift/freshness.server";
import { addDays, consecutiveDays, datePartsOf } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

/** Days that a phone may need before it has signal again. */
const DAYS = 120;

export const meta = () =>
	pageTitle("Mis próximos días", "Tus turnos y tus francos de los próximos cuatro meses, día por día.");

export const handle = { cacheKey: ["shifts"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

/**
 * The days to come, each with its date and none called "Hoy": the service worker keeps this page, and shows it from the
 * phone's day on when Mi turno is no longer true.
 */
export async function loader({ request }: LoaderFunctionArgs) {
	const clock = plantClock();
	// Yesterday's night shift may still run, and the phone may be a day behind.
	const first = addDays(clock.today, -1);
	const dates = consecutiveDays(first, DAYS);
	const { isKnown, who, calendar } = await findMyCalendar(request, dates);
	if (!isKnown) throw redirect("/my-shift/find");
	const { year } = datePartsOf(first);
	const holidays = await listHolidays(year, year + 1);
	const days = dates.map((date) => agendaDay(calendar, date));
	return json({ who, days, holidays }, { headers: { Expires: expiresWithHour(clock) } });
}

export default function MyNextDaysPage() {
	const { who, days, holidays } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Mis próximos días</h1>
			<p className="hint">{who}</p>
			<section className="card agenda" aria-label="Día por día">
				<ol>
					{days.map((day) => (
						<li key={day.date} id={`d${day.date}`}>
							<AgendaItem day={day} hasMonth holidays={holidays} />
						</li>
					))}
				</ol>
			</section>
			<p className="row">
				<a className="btn" href="/my-shift/calendar">
					Mis doce meses
				</a>
			</p>
		</>
	);
}
