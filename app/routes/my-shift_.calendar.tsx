import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Legend } from "~/features/diagrams/legend";
import { YearLinks } from "~/features/diagrams/pages/year-links";
import { twelveMonths } from "~/features/diagrams/periods";
import { requireYear } from "~/features/diagrams/search.server";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findMyCalendar } from "~/features/own-days/find-own-calendar.server";
import { type HistoryLine, historyLines } from "~/features/own-days/history-lines.server";
import { OwnDaysOfYear } from "~/features/own-days/own-days-of-year";
import { TellShift } from "~/features/shift/calendar/my-month-view";
import { MyMonths } from "~/features/shift/calendar/my-months";
import { listStoredRotations } from "~/features/shift/chosen-rotation.server";
import { expiresWithHour } from "~/features/shift/freshness.server";
import { diagramsIn } from "~/features/shift/own-calendar";
import { WorkYear } from "~/features/shift/year/work-year";
import { workYearOf } from "~/features/shift/year/year-figures";
import { requireSearch } from "~/lib/http/http.server";
import { datePartsOf, daysOfMonth, formatShortDate } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { LinkItem } from "~/ui/link-item";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle("Mis meses", "Tus turnos y tus francos, mes por mes, con los feriados, y tu año en números.");

export const handle = { cacheKey: ["shifts"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

export async function loader({ request }: LoaderFunctionArgs) {
	const clock = plantClock();
	const shownYear = requireYear(requireSearch(), clock.today);
	const year = shownYear ?? datePartsOf(clock.today).year;
	const months = twelveMonths(shownYear, clock.today);
	const shownDays = [...months, ...twelveMonths(year, clock.today)].flatMap(daysOfMonth);
	const { user, calendar, isKnown, who } = await findMyCalendar(request, shownDays);
	return json(
		{
			diagrams: diagramsIn(calendar, `${months[0]}-01`, `${months.at(-1)}-31`),
			isKnown,
			who,
			shownYear,
			months,
			calendar,
			today: clock.today,
			holidays: await listHolidays(year, year + 1),
			workYear: workYearOf(calendar, year, await listHolidays(year)),
			history: user && historyLines(await listStoredRotations(user.id)),
		},
		{ headers: { Expires: expiresWithHour(clock) } },
	);
}

export default function MyMonthsPage() {
	const { diagrams, isKnown, who, shownYear, workYear, history, ...shown } = useLoaderData<typeof loader>();
	const { year } = workYear;
	const { today } = shown;
	// Whoever has stopped working shifts still finds those of earlier years. From today on there would be none.
	const hasShifts = isKnown || (shownYear !== undefined && diagrams.length > 0);
	return (
		<>
			<h1>{shownYear ? `Mis meses de ${year}` : "Mis doce meses"}</h1>
			<YearLinks
				label="Otro año"
				year={shownYear}
				today={today}
				hrefOf={(other) => `/my-shift/calendar${other ? `?year=${other}` : ""}`}
			>
				{hasShifts && (
					<a className="btn" href="#numeros">
						Números
					</a>
				)}
			</YearLinks>
			{!isKnown && <TellShift />}
			{hasShifts && (
				<>
					<Legend diagrams={diagrams} />
					<MyMonths {...shown} />
				</>
			)}
			{history && <OwnDaysOfYear year={year} today={today} ownDays={shown.calendar.ownDays} />}
			{hasShifts && (
				<section id="numeros">
					{who && <p className="hint">{who}</p>}
					<WorkYear {...workYear} today={today} />
				</section>
			)}
			{history && <HistorySection history={history} />}
		</>
	);
}

/** The worker's diagrams and crews, newest first. Each row opens the page that corrects its date or deletes it. */
function HistorySection({ history }: { history: readonly HistoryLine[] }) {
	return (
		<section id="historia" aria-labelledby="historia-titulo">
			<h2 id="historia-titulo">Tu diagrama y escuadra</h2>
			<ul className="links card">
				{history.map((line) => (
					<LinkItem key={line.since ?? "beginning"} href={pageOf(line)}>
						{line.text}
						<small>
							{line.since ? `Desde el ${formatShortDate(line.since)}` : "Desde el principio"}
							{line.isPresent && ", ahora"}
							{/* A press on what can only be deleted asks whether to. */}
							{!line.since && line.address && ": eliminar"}
						</small>
					</LinkItem>
				))}
			</ul>
			<p className="hint">
				Cuando cambiás de diagrama o escuadra, los días de antes quedan como fueron. Si el cambio fue otro
				día, corregí la fecha.
			</p>
		</section>
	);
}

/** Page that corrects the line. One without a first day can only be deleted or, if it is the present one, changed. */
function pageOf({ since, address }: HistoryLine): string {
	if (!address) return "/auth/my-account/edit-profile";
	return since ? address : `${address}?intent=delete`;
}
