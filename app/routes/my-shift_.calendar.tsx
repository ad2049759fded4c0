import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { Legend } from "~/features/diagrams/legend";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findMyCalendar } from "~/features/own-days/find-own-calendar.server";
import { MyMonths } from "~/features/shift/calendar/my-months";
import { expiresIn, minutesUntilFullHour } from "~/features/shift/freshness";
import { requireMyRotation } from "~/features/shift/my-rotation.server";
import { addDays, civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mis doce meses", "Tus turnos y tus francos, día por día, con los feriados.");

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	const mine = await requireMyRotation(request);
	const { rotation, crew, user } = mine;
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	const { year, month } = datePartsOf(clock.today);
	const [first, last] = [civilDate(year, month, 1), addDays(civilDate(year + 1, month, 1), -1)];
	const calendar = await findMyCalendar(mine, user?.id, first, last);
	return json(
		{
			diagram: rotation.diagram,
			calendar,
			crew,
			label: findDiagramName(rotation.diagram.id)?.label ?? "",
			today: clock.today,
			holidays: [...(await listHolidays(year)), ...(await listHolidays(year + 1))],
		},
		{ headers: { Expires: expiresIn(minutesUntilFullHour(clock), now) } },
	);
}

/** Tells the server's page cache how long the page is valid. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
	Expires: loaderHeaders.get("Expires") ?? "",
});

export default function MyCalendarPage() {
	const { diagram, calendar, crew, label, today, holidays } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Mis doce meses</h1>
			<p className="lead">
				{label}
				{crew ? `, escuadra ${crew}` : ""} · <a href="/my-shift">Mi turno</a>
			</p>
			<Legend diagram={diagram} />
			<MyMonths calendar={calendar} today={today} holidays={holidays} />
		</>
	);
}
