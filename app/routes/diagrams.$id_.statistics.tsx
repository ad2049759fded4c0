import { json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CrewChips } from "~/features/diagrams/crew-chips";
import { crewsOf } from "~/features/diagrams/cycle";
import { UNCONFIRMED } from "~/features/diagrams/own-cycle/diagram-label";
import { diagramPath } from "~/features/diagrams/periods";
import { requireCrew, requireDiagram, requireYear } from "~/features/diagrams/search.server";
import { StepLinks } from "~/features/diagrams/step-links";
import { listHolidays } from "~/features/holidays/holidays.server";
import { findCalendarIn } from "~/features/shift/my-rotation.server";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { CrewYears, WorkYear } from "~/features/shift/year/work-year";
import { workYearOf } from "~/features/shift/year/year-figures";
import { requireSearch } from "~/lib/http/http.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle, type Shown } from "~/ui/page-title";

const TITLE = "El año de cada escuadra";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		data.crew ? `El año de la escuadra ${data.crew}` : TITLE,
		`${data.name.title}: los feriados que te tocan, los francos, los fines de semana libres y las horas del año.`,
	);

export const handle = { cacheKey: ["own-crew"] };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const { name, diagram } = await requireDiagram(id, (known) => `/diagrams/${known}/statistics`);
	const search = requireSearch();
	const today = plantToday();
	const year = requireYear(search, today) ?? datePartsOf(today).year;
	const crew = requireCrew(search, diagram);
	if (crew && crew === (await findCalendarIn(request, diagram))?.crew)
		throw redirect(`/my-shift/calendar?year=${year}#numeros`);
	const holidays = await listHolidays(year);
	const years = (crew ? [crew] : crewsOf(diagram)).map((letter) => ({
		crew: letter,
		...workYearOf(calendarOf(rotationOf(diagram, letter)), year, holidays),
	}));
	const [shown] = crew ? years : [];
	return json({ name, diagram, crew, today, year, shown, years: crew ? [] : years });
}

export default function StatisticsPage() {
	const { name, diagram, crew, today, year, shown, years } = useLoaderData<typeof loader>();
	return (
		<>
			<BackLink to={diagramPath(diagram.id, crew)}>{name.label}</BackLink>
			<h1>{crew ? `El año de la escuadra ${crew}` : TITLE}</h1>
			<p className="print-only">{name.title}</p>
			<CrewChips diagram={diagram} crew={crew} year={year} path={`/diagrams/${diagram.id}/statistics`} />
			<StepLinks
				shown={String(year)}
				today={today}
				hrefOf={(step) => `?year=${step}${crew ? `&crew=${crew}` : ""}`}
			/>
			{shown ? <WorkYear {...shown} today={today} /> : <CrewYears years={years} />}
			{!diagram.anchorConfirmed && <p className="hint">{UNCONFIRMED}</p>}
		</>
	);
}
