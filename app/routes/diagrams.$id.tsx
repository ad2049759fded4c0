import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CalendarLinks } from "~/features/calendars/calendar-links";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote, LawNote } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { Legend } from "~/features/diagrams/legend";
import { HalfYearCard, MonthCard } from "~/features/diagrams/month-card";
import { periodSlug } from "~/features/diagrams/periods";
import { addressesOfYear } from "~/features/diagrams/pictures/picture-address.server";
import { requireCrew, requireYear } from "~/features/diagrams/search.server";
import { TodayPanel } from "~/features/diagrams/today-panel";
import { YearLinks } from "~/features/diagrams/year-links";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { listHolidays } from "~/features/holidays/holidays.server";
import { CrewLinks } from "~/features/shift/crew-links";
import { env } from "~/lib/env.server";
import { movedTo, notFound, redirectWithoutBlanks } from "~/lib/http/http.server";
import { readPreferences, rememberCrew } from "~/lib/http/preferences.server";
import { requestContext } from "~/lib/http/request-context.server";
import { datePartsOf, todayIn } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	data
		? pageTitle(
				data.name.title,
				`El diagrama ${data.name.title}, ${data.year}: el turno de cada escuadra, día por día, con los feriados.`,
			)
		: pageTitle("Diagrama");

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const alias = diagramAliases.get(id);
	if (alias) throw movedTo(`/diagrams/${alias}`);
	const name = findDiagramName(id);
	if (!name) throw notFound();
	redirectWithoutBlanks();
	const search = requestContext().url.searchParams;
	const today = todayIn(env.TZ_APP);
	const year = requireYear(search, today);
	const diagram = await findDiagram(id);
	const crew = requireCrew(search, diagram);
	const holidays = await listHolidays(year);
	const pictures = diagram ? await addressesOfYear(diagram, year, holidays) : {};
	const { consent } = readPreferences(request.headers.get("Cookie"));
	const headers: HeadersInit = crew ? { "Set-Cookie": rememberCrew(`${id}.${crew}`, consent) } : {};
	return json(
		{ name, diagram, crew, today, year, isYearNamed: search.has("year"), holidays, pictures },
		{ headers },
	);
}

export default function DiagramPage() {
	const { name, diagram, crew, today, year, isYearNamed, holidays, pictures } =
		useLoaderData<typeof loader>();
	const { year: currentYear, month: currentMonth } = datePartsOf(today);
	if (!diagram) return <NoData title={name.title} />;
	const months = Array.from({ length: 12 }, (_, index) => index + 1);
	// The list of months begins with January when the URL names a year, otherwise with the current month.
	const first = isYearNamed ? 1 : currentMonth;
	const card = (month: number) => {
		const picture = pictures[periodSlug({ kind: "month", year, month })];
		const shown = { diagram, year, month, crew, today, holidays };
		return picture && <MonthCard key={month} {...shown} picture={picture} />;
	};
	return (
		<>
			<h1>
				{name.title} {isYearNamed && <span className="hint">{year}</span>}
			</h1>
			{year === currentYear ? (
				<TodayPanel diagram={diagram} crew={crew} today={today} />
			) : (
				<AnchorNote diagram={diagram} />
			)}
			<CrewChips diagram={diagram} crew={crew} year={isYearNamed ? year : undefined} />
			<Legend diagram={diagram} />
			<LawNote diagram={diagram} />
			<MissingTouristDays year={year} today={today} holidays={holidays} />
			<input className="zoom-box hidden-text" type="checkbox" id="zoom" />
			<div className="row toolbar">
				<YearLinks label="Otro año" year={year} currentYear={currentYear} crew={crew} />
				<label className="button zoom" htmlFor="zoom">
					<Icon name="zoom" />
					Zoom<span className="hidden-text"> de las imágenes</span>
				</label>
			</div>
			<div className="months">{months.slice(first - 1).map(card)}</div>
			{first > 1 && <h2>Los meses que ya pasaron de {year}</h2>}
			{first > 1 && <div className="months">{months.slice(0, first - 1).map(card)}</div>}
			<h2 className="screen-only">El año completo</h2>
			<div className="months screen-only">
				{([1, 2] as const).map((half) => {
					const picture = pictures[periodSlug({ kind: "half", year, half })];
					return (
						picture && <HalfYearCard key={half} diagram={diagram} year={year} half={half} picture={picture} />
					);
				})}
			</div>
			{crew && (
				<CalendarLinks diagramId={diagram.id} crew={crew} years={isYearNamed ? [year] : [year, year + 1]} />
			)}
			<CrewLinks diagram={diagram} crew={crew} />
			<YearLinks label="Otro año, al pie" year={year} currentYear={currentYear} crew={crew} />
			<p className="hint">
				Los diagramas son orientativos: vale siempre el de tu planta. Si acá no coincide, avisale a quien
				administra Relevo.
			</p>
			<ScrollTop />
		</>
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
