import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote } from "~/features/diagrams/diagram-notes";
import { Legend } from "~/features/diagrams/legend";
import { listHolidays } from "~/features/holidays/holidays.server";
import { expiresIn, minutesUntilFullHour } from "~/features/shift/freshness";
import { MyMonths } from "~/features/shift/my-months";
import { findMyRotation, findOwnProfile, findShiftPath } from "~/features/shift/my-rotation.server";
import { findOwnCalendar } from "~/features/shift/own-days/own-calendar.server";
import { calendarOf } from "~/features/shift/year/year-figures";
import { civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mis doce meses", "Tus turnos y tus francos, día por día, con los feriados.");

export async function loader({ request }: LoaderFunctionArgs) {
	const profile = await findOwnProfile(request);
	const mine = await findMyRotation(request, profile);
	if (!mine) return redirect(await findShiftPath(request, profile));
	const { rotation, crew, source } = mine;
	const now = Date.now();
	const clock = { today: plantDay(now), minute: plantMinute(now) };
	const { year, month } = datePartsOf(clock.today);
	const calendar =
		profile && source !== "cookie"
			? await findOwnCalendar(profile.userId, civilDate(year, month, 1), civilDate(year + 1, month, 31))
			: calendarOf(rotation);
	return json(
		{
			rotation,
			calendar,
			crew,
			label: findDiagramName(rotation.diagram.id)?.label ?? "",
			today: clock.today,
			holidays: [...(await listHolidays(year)), ...(await listHolidays(year + 1))],
		},
		{ headers: { Expires: expiresIn(minutesUntilFullHour(clock), now) } },
	);
}

/** Passes on until when the page is true, for the page cache. */
export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => ({
	Expires: loaderHeaders.get("Expires") ?? "",
});

export default function MyCalendarPage() {
	const { rotation, calendar, crew, label, today, holidays } = useLoaderData<typeof loader>();
	return (
		<>
			<h1>Mis doce meses</h1>
			<p className="lead">
				{label}
				{crew ? `, escuadra ${crew}` : ""} · <a href="/my-shift">Mi turno</a>
			</p>
			{crew && <AnchorNote diagram={rotation.diagram} />}
			<Legend diagram={rotation.diagram} />
			<MyMonths rotation={rotation} calendar={calendar} today={today} holidays={holidays} />
		</>
	);
}
