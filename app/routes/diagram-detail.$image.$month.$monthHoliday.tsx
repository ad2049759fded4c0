import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { PrintedDoubt } from "~/features/diagrams/diagram-notes";
import { Legend } from "~/features/diagrams/legend";
import { CrewRows, MonthTable } from "~/features/diagrams/month-table";
import { ShareMenu } from "~/features/diagrams/pages/month-card";
import { readPeriod } from "~/features/diagrams/pages/period-page.server";
import {
	diagramPath,
	isMonth,
	nameOf,
	parsePictureSlug,
	periodPath,
	periodTitle,
	twelveMonths,
	yearOf,
} from "~/features/diagrams/periods";
import { StepLinks } from "~/features/diagrams/step-links";
import { HolidayList, MissingTouristDays } from "~/features/holidays/holiday-list";
import { Agenda, agendaDay, agendaDayOfAll } from "~/features/shift/agenda/agenda";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { notFound } from "~/lib/http/http.server";
import { daysOfMonth } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { pageTitle, type Shown } from "~/ui/page-title";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		`${periodTitle(data.month)}, ${data.name}`,
		`${periodTitle(data.month)} del diagrama ${data.name}: el turno de cada escuadra, día por día, con los feriados.`,
	);

export const handle = { cacheKey: [] };

/**
 * Loads one month of a diagram. The URL names the month three times, such as `4turnos_7dias-2027-01`, `enero` and
 * `2027-01` for January 2027. All three must name the same month.
 */
export async function loader({ params }: LoaderFunctionArgs) {
	const parsed = parsePictureSlug(params.image ?? "");
	const month = parsed?.period ?? "";
	if (!parsed || parsed.crew || !isMonth(month)) throw notFound();
	if (params.month !== nameOf(month) || params.monthHoliday !== month) throw notFound();
	const shown = await readPeriod(parsed.diagramId, month);
	return json({ ...shown, month, holidays: shown.ofYear.filter(({ date }) => date.startsWith(month)) });
}

export default function MonthPage() {
	const { name, diagram, crew, month, today, holidays, ofYear, picture } = useLoaderData<typeof loader>();
	const title = periodTitle(month);
	const year = yearOf(month);
	const shown = { diagram, month, crew, today, holidays };
	const calendar = crew && calendarOf(rotationOf(diagram, crew));
	const days = daysOfMonth(month).map((date) =>
		calendar ? agendaDay(calendar, date) : agendaDayOfAll(diagram, date),
	);
	const isAhead = twelveMonths(undefined, today).includes(month);
	const back = diagramPath(diagram.id, crew, isAhead ? undefined : year);
	return (
		<>
			<BackLink to={`${back}#${nameOf(month)}`}>Volver</BackLink>
			<StepLinks shown={month} today={today} hrefOf={(step) => periodPath(diagram.id, step, crew)} />
			<p>
				{name}
				{crew && `, escuadra ${crew}`}
				{!diagram.anchorConfirmed && <PrintedDoubt />}
			</p>
			<CrewChips diagram={diagram} crew={crew} path={periodPath(diagram.id, month)} />
			<div className="detail">
				<section className="card month-card" aria-label="Calendario">
					<MonthTable {...shown} dayLink="#d" />
					<Legend diagrams={[diagram]} />
					<ShareMenu share={picture.share} title={title} />
				</section>
				<section className="card" aria-labelledby="feriados">
					<h2 id="feriados">Feriados</h2>
					{holidays.length > 0 ? <HolidayList holidays={holidays} /> : <p>Este mes no tiene feriados.</p>}
					<MissingTouristDays year={year} today={today} holidays={ofYear} />
					<details className="fold large-picture screen-only">
						<summary>Ver la imagen</summary>
						<img
							src={picture.src}
							width={picture.width}
							height={picture.height}
							alt={`${title}, ${crew ? `escuadra ${crew}` : "todas las escuadras"}`}
							loading="lazy"
							decoding="async"
						/>
					</details>
				</section>
			</div>
			<Agenda days={days} today={today} holidays={holidays} />
			<section className="card wide-only" aria-labelledby="planta">
				<h2 id="planta">Como en la planta</h2>
				<CrewRows {...shown} />
			</section>
		</>
	);
}
