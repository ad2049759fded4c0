import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { Legend } from "~/features/diagrams/legend";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import {
	isMonth,
	isShownYear,
	type Month,
	monthsLater,
	parsePeriod,
	periodTitle,
	yearOf,
} from "~/features/diagrams/periods";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findMyCalendar } from "~/features/own-days/find-own-calendar.server";
import { Agenda } from "~/features/shift/agenda/agenda";
import { agendaDay } from "~/features/shift/agenda/agenda-day";
import { MyMonthWithLists } from "~/features/shift/calendar/my-months";
import { expiresIn, minutesUntilFullHour } from "~/features/shift/freshness";
import { myMonthPath } from "~/features/shift/my-month-path";
import { requireMyRotation } from "~/features/shift/my-rotation.server";
import { notFound } from "~/lib/http/http.server";
import { addDays, datePartsOf, daysOfMonth } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mi mes", "Tus turnos y tus francos de un mes, día por día y con palabras, con los feriados.");

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request, params }: LoaderFunctionArgs) {
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	const currentYear = datePartsOf(clock.today).year;
	const month = parsePeriod(params.month ?? "");
	if (!month || !isMonth(month) || !isShownYear(yearOf(month), currentYear)) throw notFound();
	const mine = await requireMyRotation(request);
	const { rotation, crew, user } = mine;
	const first = `${month}-01`;
	const last = daysOfMonth(month).at(-1) ?? first;
	// Includes the day before the month, because the night shift of that day ends in the month.
	const calendar = await findMyCalendar(mine, user?.id, addDays(first, -1), last);
	return json(
		{
			diagram: rotation.diagram,
			calendar,
			crew,
			label: findDiagramName(rotation.diagram.id)?.label ?? "",
			today: clock.today,
			month,
			holidays: (await listHolidays(yearOf(month))).filter(({ date }) => date.startsWith(month)),
			isSignedIn: user !== undefined,
			before: shownMonth(monthsLater(month, -1), currentYear),
			after: shownMonth(monthsLater(month, 1), currentYear),
		},
		{ headers: { Expires: expiresIn(minutesUntilFullHour(clock), now) } },
	);
}

/** Sends the loader's Expires header, which tells the server's page cache how long the page is valid. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
	Expires: loaderHeaders.get("Expires") ?? "",
});

export default function MyMonthPage() {
	const { diagram, calendar, crew, label, isSignedIn, before, after, ...shown } =
		useLoaderData<typeof loader>();
	const { month, today, holidays } = shown;
	return (
		<>
			<BackLink to="/my-shift/calendar">Mis doce meses</BackLink>
			<h1>{periodTitle(month)}</h1>
			<p>
				{label}
				{crew && `, escuadra ${crew}`}
			</p>
			<section className="card own-month" id="mes" aria-labelledby="calendario">
				<div className="month-head">
					<h2 id="calendario">Calendario</h2>
					<PastWeeksLink month={month} today={today} section="mes" />
				</div>
				<MyMonthWithLists {...shown} calendar={calendar} dayLink="#d" />
				<Legend diagram={diagram} />
			</section>
			<Agenda
				days={daysOfMonth(month).map((date) => agendaDay(calendar, date))}
				today={today}
				holidays={holidays}
				isSignedIn={isSignedIn}
			/>
			<nav className="row" aria-label="Mes">
				{before && (
					<a className="btn" href={myMonthPath(before)}>
						<Icon name="left" />
						{periodTitle(before)}
					</a>
				)}
				{after && (
					<a className="btn" href={myMonthPath(after)}>
						{periodTitle(after)}
						<Icon name="right" />
					</a>
				)}
			</nav>
		</>
	);
}

function shownMonth(month: Month, currentYear: number): Month | undefined {
	return isShownYear(yearOf(month), currentYear) ? month : undefined;
}
