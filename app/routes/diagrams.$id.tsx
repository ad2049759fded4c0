import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarLinks } from "~/features/calendars/calendar-links";
import { CrewLinks } from "~/features/crews/crew-links";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote, LawNote } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { Legend } from "~/features/diagrams/legend";
import { HalfYearCard, MonthCard } from "~/features/diagrams/pages/month-card";
import { addressOf } from "~/features/diagrams/pages/picture-address.server";
import { YearLinks } from "~/features/diagrams/pages/year-links";
import { diagramPath, monthsTitle, twelveMonths, twoHalves, yearOf } from "~/features/diagrams/periods";
import { requireCrew, requireYear } from "~/features/diagrams/search.server";
import { TodayPanel } from "~/features/diagrams/today-panel";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findCalendarIn } from "~/features/shift/my-rotation.server";
import { movedTo, notFound, redirectWithoutBlanks } from "~/lib/http/http.server";
import { readPreferences, remember } from "~/lib/http/preferences.server";
import { requestContext } from "~/lib/http/request-context.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	data
		? pageTitle(
				data.name.title,
				`El diagrama ${data.name.title}, ${data.shownYear ?? "doce meses desde hoy"}: el turno de cada escuadra, día por día, con los feriados.`,
			)
		: pageTitle("Diagrama");

export const handle = { cacheKey: ["own-crew"] };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const alias = diagramAliases.get(id);
	if (alias) throw movedTo(`/diagrams/${alias}`);
	const name = findDiagramName(id);
	if (!name) throw notFound();
	redirectWithoutBlanks();
	const search = requestContext().url.searchParams;
	const today = plantToday();
	const shownYear = search.has("year") ? requireYear(search, today) : undefined;
	const diagram = await findDiagram(id);
	const crew = requireCrew(search, diagram);
	const months = twelveMonths(shownYear, today);
	const years = Array.from(new Set(months.map(yearOf)));
	const holidays = (await Promise.all(years.map(listHolidays))).flat();
	const addresses = diagram && months.map((month) => addressOf(diagram, month, holidays, crew));
	const shares = (await Promise.all(addresses ?? [])).map(({ share }) => share);
	const data = { name, diagram, crew, today, shownYear, months, years, holidays, shares };
	const own = diagram && (await findCalendarIn(request, diagram));
	const isOwn = crew !== undefined && own?.crew === crew;
	const isUnsure = !diagram?.anchorConfirmed && !own?.isAnswered;
	const { consent } = readPreferences(request.headers.get("Cookie"));
	const headers = crew && { "Set-Cookie": remember("crew", `${id}.${crew}`, consent) };
	return json({ ...data, isOwn, isUnsure }, { headers });
}

export default function DiagramPage() {
	const { name, diagram, crew, isOwn, isUnsure, today, shownYear, months, years, holidays, shares } =
		useLoaderData<typeof loader>();
	if (!diagram) return <NoData title={name.title} />;
	const { year: currentYear, month: currentMonth } = datePartsOf(today);
	const hasToday = years.includes(currentYear);
	const holidaysOf = (start: string) => holidays.filter(({ date }) => date.startsWith(start));
	const hrefOf = (year?: number) => diagramPath(diagram.id, crew, year);
	const links = { year: shownYear, currentYear, hrefOf };
	return (
		<div className="diagram-sheet">
			<h1>
				{name.title} {shownYear && <span className="hint">{shownYear}</span>}
			</h1>
			<p className="print-only">
				{crew ? `Escuadra ${crew}` : "Todas las escuadras"}, {monthsTitle(months)}
			</p>
			<CrewChips diagram={diagram} crew={crew} year={shownYear} />
			{hasToday && <TodayPanel {...{ diagram, crew, today, isOwn, isUnsure }} />}
			{/* On a screen, the panel of all crews or the card of the current month already explains the letters. */}
			<div className={hasToday ? "print-only" : undefined}>
				<Legend diagram={diagram} />
			</div>
			{isUnsure && !(crew && hasToday) && <AnchorNote />}
			<input className="zoom-box hidden-text" type="checkbox" id="zoom" />
			<div className="row toolbar">
				<YearLinks label="Por año" {...links} />
				<label className="btn zoom" htmlFor="zoom">
					<Icon name="zoom" />
					Zoom<span className="hidden-text"> de los meses</span>
				</label>
			</div>
			<div className="months">
				{months.map((month, index) => {
					const shown = { diagram, month, crew, today, holidays: holidaysOf(month) };
					const share = shares[index];
					return (
						share && (
							<MonthCard key={month} {...shown} share={share}>
								{crew && today.startsWith(month) && <Legend diagram={diagram} />}
							</MonthCard>
						)
					);
				})}
			</div>
			{years.map((year) => (
				<MissingTouristDays key={year} year={year} today={today} holidays={holidaysOf(`${year}-`)} />
			))}
			<LawNote diagram={diagram} />
			{crew && (
				<CalendarLinks
					diagramId={diagram.id}
					crew={crew}
					years={shownYear ? [shownYear] : [currentYear, currentYear + 1]}
				/>
			)}
			<CrewLinks diagram={diagram} crew={crew} />
			{!shownYear && currentMonth > 1 && (
				<p className="screen-only">
					<a className="btn" href={diagramPath(diagram.id, crew, currentYear)}>
						Los meses que ya pasaron de {currentYear}
					</a>
				</p>
			)}
			<h2 className="screen-only">Medio año en una hoja</h2>
			<div className="months screen-only">
				{twoHalves(shownYear, today).map((half) => (
					<HalfYearCard key={half} diagram={diagram} crew={crew} half={half} />
				))}
			</div>
			<YearLinks label="Por año, al pie" {...links} />
			<p className="hint screen-only">Los diagramas son orientativos: vale siempre el de tu planta.</p>
			<ScrollTop />
		</div>
	);
}

function NoData({ title }: { title: string }) {
	return (
		<>
			<h1>{title}</h1>
			<ul className="cards">
				<li className="card">sin datos</li>
			</ul>
		</>
	);
}
