import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarLinks } from "~/features/calendars/calendar-links";
import { CrewLinks } from "~/features/crews/crew-links";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote, CrewQuestion, LawNote, NoData, PrintedDoubt } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { Legend } from "~/features/diagrams/legend";
import { HalfYears, MonthCard } from "~/features/diagrams/pages/month-card";
import { addressOf } from "~/features/diagrams/pages/picture-address.server";
import { YearLinks } from "~/features/diagrams/pages/year-links";
import { diagramPath, monthsTitle, twelveMonths, twoHalves, yearOf } from "~/features/diagrams/periods";
import { findOwnPictures } from "~/features/diagrams/pictures/own-pictures.server";
import { requireCrew, requireYear } from "~/features/diagrams/search.server";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { listHolidays } from "~/features/holidays/holidays.server";
import { crewAnswers } from "~/features/shift/freshness.server";
import { findCalendarIn } from "~/features/shift/my-rotation.server";
import { DiagramToday } from "~/features/shift/today/diagram-today";
import { movedTo, notFound, requireSearch } from "~/lib/http/http.server";
import { readPreferences, remember } from "~/lib/http/preferences.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { Icon } from "~/ui/icons";
import { pageTitle, type Shown } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		data.name.title,
		`El diagrama ${data.name.title}, ${data.shownYear ?? "doce meses desde hoy"}: el turno de cada escuadra, día por día, con los feriados.`,
	);

export const handle = { cacheKey: ["own-crew"] };

export { pageHeaders as headers } from "~/features/shift/freshness.server";

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const alias = diagramAliases.get(id);
	if (alias) throw movedTo(`/diagrams/${alias}`);
	const name = findDiagramName(id);
	if (!name) throw notFound();
	const search = requireSearch();
	const today = plantToday();
	const shownYear = requireYear(search, today);
	const diagram = await findDiagram(id);
	const crew = requireCrew(search, diagram);
	const months = twelveMonths(shownYear, today);
	const years = Array.from(new Set(months.map(yearOf)));
	const holidays = await listHolidays(...years);
	const pictures = await findOwnPictures(id, months);
	const shares = diagram
		? months.map((month) => addressOf(diagram, month, holidays, pictures, crew).share)
		: [];
	const data = { name, diagram, crew, today, shownYear, months, years, holidays, shares };
	const own = diagram && (await findCalendarIn(request, diagram));
	const isOwn = crew !== undefined && own?.crew === crew;
	const isUnsure = !diagram?.anchorConfirmed && !own?.isAnswered;
	const { consent } = readPreferences(request.headers.get("Cookie"));
	const shown = diagram && crew && !shownYear ? crewAnswers(diagram, crew, holidays) : undefined;
	const headers = {
		...(crew && { "Set-Cookie": remember("crew", `${id}.${crew}`, consent) }),
		...(shown && { Expires: shown.expires }),
	};
	return json({ ...data, isOwn, isUnsure, answers: shown?.answers }, { headers });
}

export default function DiagramPage() {
	const data = useLoaderData<typeof loader>();
	const { name, diagram, crew, isOwn, isUnsure, today, shownYear, months, years, holidays } = data;
	if (!diagram) return <NoData title={name.title} />;
	const { year: currentYear } = datePartsOf(today);
	const hrefOf = (year?: number) => diagramPath(diagram.id, crew, year);
	const toolbar = (
		<div className="row toolbar">
			<YearLinks label="Por año" year={shownYear} today={today} hrefOf={hrefOf} />
			<label className="btn zoom" htmlFor="zoom">
				<Icon name="zoom" />
				Zoom<span className="hidden-text"> de los meses</span>
			</label>
		</div>
	);
	const cards = months.map((month, index) => (
		<MonthCard key={month} {...{ ...data, diagram, month }} share={data.shares[index]}>
			{crew && !shownYear && index === 0 && (
				<>
					<CrewQuestion {...{ diagram, crew, isOwn, isUnsure }} />
					<Legend diagrams={[diagram]} />
				</>
			)}
		</MonthCard>
	));
	return (
		<div className="diagram-sheet">
			<h1>
				{name.title} {shownYear && <span className="hint">{shownYear}</span>}
			</h1>
			<p className="print-only">
				{crew ? `Escuadra ${crew}` : "Todas las escuadras"}, {monthsTitle(months)}
				{!shownYear && isUnsure && <PrintedDoubt />}
			</p>
			<CrewChips diagram={diagram} crew={crew} year={shownYear} />
			{/* On a screen, "Hoy" or the card of the current month explains the letters. */}
			<div className={shownYear ? undefined : "print-only"}>
				<Legend diagrams={[diagram]} />
			</div>
			{shownYear && isUnsure && <AnchorNote />}
			<input className="zoom-box hidden-text" type="checkbox" id="zoom" />
			{shownYear && toolbar}
			<div className="months">
				{shownYear ? (
					cards
				) : (
					<>
						<DiagramToday {...data} diagram={diagram} foot={toolbar}>
							{cards[0]}
						</DiagramToday>
						{cards.slice(1)}
					</>
				)}
			</div>
			{years.map((year) => (
				<MissingTouristDays key={year} {...{ year, today, holidays }} />
			))}
			<LawNote diagram={diagram} />
			{crew && (
				<CalendarLinks
					diagramId={diagram.id}
					crew={crew}
					years={shownYear ? [shownYear] : [currentYear, currentYear + 1]}
				/>
			)}
			<CrewLinks diagram={diagram} crew={crew} year={shownYear} />
			<HalfYears diagram={diagram} crew={crew} halves={twoHalves(shownYear, today)} />
			<p className="hint screen-only">Los diagramas son orientativos: vale siempre el de tu planta.</p>
			<ScrollTop floats />
		</div>
	);
}
