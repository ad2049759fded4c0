import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CrewRows } from "~/features/diagrams/crew-rows";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { Legend } from "~/features/diagrams/legend";
import { MonthTable } from "~/features/diagrams/month-table";
import {
	isShownYear,
	monthPath,
	parsePictureSlug,
	periodSlug,
	periodTitle,
} from "~/features/diagrams/periods";
import { addressOf } from "~/features/diagrams/pictures/picture-address.server";
import { LargePicture } from "~/features/diagrams/small-picture";
import { HolidayList, holidaysOfMonth, MissingTouristDays } from "~/features/holidays/holiday-list";
import { listHolidays } from "~/features/holidays/holidays.server";
import { env } from "~/lib/env.server";
import { notFound } from "~/lib/http/http.server";
import { datePartsOf, monthName, todayIn } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	data
		? pageTitle(
				`${data.title}, ${data.name}`,
				`${data.title} del diagrama ${data.name}: el turno de cada escuadra, día por día, con los feriados.`,
			)
		: pageTitle("Mes");

/**
 * Loads one month of a shift diagram. The three slugs in the URL, such as `4turnos_7dias-2027-01`, `enero` and
 * `2027-01`, must name the same month; no slug is ever used as a file name.
 */
export async function loader({ params }: LoaderFunctionArgs) {
	const parsed = parsePictureSlug(params.image ?? "");
	const today = todayIn(env.TZ_APP);
	if (parsed?.period.kind !== "month" || !isShownYear(parsed.period.year, datePartsOf(today).year))
		throw notFound();
	const { period } = parsed;
	if (params.month !== monthName(period.month) || params.monthHoliday !== periodSlug(period))
		throw notFound();
	const name = findDiagramName(parsed.diagramId);
	const diagram = await findDiagram(parsed.diagramId);
	if (!name || !diagram) throw notFound();
	const ofYear = await listHolidays(period.year);
	const holidays = holidaysOfMonth(ofYear, period.month);
	return json({
		name: name.title,
		title: periodTitle(period),
		diagram,
		year: period.year,
		month: period.month,
		today,
		holidays,
		ofYear,
		picture: await addressOf(diagram, period, holidays),
	});
}

export default function MonthPage() {
	const { name, title, diagram, year, month, today, holidays, ofYear, picture } =
		useLoaderData<typeof loader>();
	const shown = { diagram, year, month, today, holidays };
	return (
		<>
			<a className="back" href={`/diagrams/${diagram.id}?year=${year}#${monthName(month)}`}>
				<Icon name="back" />
				Volver
			</a>
			<h1>{title}</h1>
			<p>{name}</p>
			<Legend diagram={diagram} />
			<AnchorNote diagram={diagram} />
			<div className="detail">
				<section className="card" aria-labelledby="calendario">
					<h2 id="calendario">Calendario</h2>
					<MonthTable {...shown} />
				</section>
				<section className="card" aria-labelledby="feriados">
					<h2 id="feriados">Feriados</h2>
					{holidays.length > 0 ? <HolidayList holidays={holidays} /> : <p>Este mes no tiene feriados.</p>}
					<MissingTouristDays year={year} today={today} holidays={ofYear} />
					<LargePicture picture={picture} title={title} />
				</section>
			</div>
			<section className="card wide-only" aria-labelledby="planta">
				<h2 id="planta">Como en la planta</h2>
				<CrewRows {...shown} />
			</section>
			<MonthLinks diagramId={diagram.id} year={year} month={month} currentYear={datePartsOf(today).year} />
		</>
	);
}

function MonthLinks(props: { diagramId: string; year: number; month: number; currentYear: number }) {
	const before =
		props.month === 1 ? { year: props.year - 1, month: 12 } : { year: props.year, month: props.month - 1 };
	const after =
		props.month === 12 ? { year: props.year + 1, month: 1 } : { year: props.year, month: props.month + 1 };
	return (
		<nav className="year-links" aria-label="Mes">
			{isShownYear(before.year, props.currentYear) && (
				<a className="button" href={monthPath(props.diagramId, before.year, before.month)}>
					<Icon name="left" />
					{periodTitle({ kind: "month", ...before })}
				</a>
			)}
			{isShownYear(after.year, props.currentYear) && (
				<a className="button" href={monthPath(props.diagramId, after.year, after.month)}>
					{periodTitle({ kind: "month", ...after })}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
