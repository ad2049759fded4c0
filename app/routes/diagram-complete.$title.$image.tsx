import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CrewRows } from "~/features/diagrams/crew-rows";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { AnchorNote } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { Legend } from "~/features/diagrams/legend";
import { MonthTable } from "~/features/diagrams/month-table";
import { halfYearPath, isShownYear, monthsOf, parsePeriod, periodTitle } from "~/features/diagrams/periods";
import { addressOf } from "~/features/diagrams/pictures/picture-address.server";
import { LargePicture } from "~/features/diagrams/small-picture";
import { holidaysOfMonth, MissingTouristDays } from "~/features/holidays/holiday-list";
import { listHolidays } from "~/features/holidays/holidays.server";
import { env } from "~/lib/env.server";
import { notFound } from "~/lib/http/http.server";
import { datePartsOf, todayIn } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	data
		? pageTitle(
				`${data.name}, ${data.title}`,
				`${data.title} del diagrama ${data.name}: seis meses del turno de cada escuadra, con los feriados.`,
			)
		: pageTitle("Año");

/** The slugs in the URL, such as `4turnos_7dias` and `2027-1`, are only looked up, never used as a file name. */
export async function loader({ params }: LoaderFunctionArgs) {
	const period = parsePeriod(params.image ?? "");
	const today = todayIn(env.TZ_APP);
	if (period?.kind !== "half" || !isShownYear(period.year, datePartsOf(today).year)) throw notFound();
	const name = findDiagramName(params.title ?? "");
	const diagram = await findDiagram(params.title ?? "");
	if (!name || !diagram) throw notFound();
	const holidays = await listHolidays(period.year);
	return json({
		name: name.title,
		title: periodTitle(period),
		diagram,
		year: period.year,
		half: period.half,
		today,
		holidays,
		picture: await addressOf(diagram, period, holidays),
	});
}

export default function HalfYearPage() {
	const { name, title, diagram, year, half, today, holidays, picture } = useLoaderData<typeof loader>();
	const other = half === 1 ? 2 : 1;
	return (
		<>
			<a className="back" href={`/diagrams/${diagram.id}?year=${year}`}>
				<Icon name="back" />
				Volver
			</a>
			<h1>{name}</h1>
			<p>{title}</p>
			<LargePicture picture={picture} title={`${name}, ${title}`} />
			<Legend diagram={diagram} />
			<AnchorNote diagram={diagram} />
			<MissingTouristDays year={year} today={today} holidays={holidays} />
			{monthsOf({ kind: "half", year, half }).map((month) => {
				const shown = { diagram, year, month, today, holidays: holidaysOfMonth(holidays, month) };
				return (
					<section key={month} className="card half-month">
						<h2>{periodTitle({ kind: "month", year, month })}</h2>
						<div className="narrow-only">
							<MonthTable {...shown} />
						</div>
						<div className="wide-only">
							<CrewRows {...shown} />
						</div>
					</section>
				);
			})}
			<p>
				<a className="button" href={halfYearPath(diagram.id, year, other)}>
					{periodTitle({ kind: "half", year, half: other })}
				</a>
			</p>
			<ScrollTop />
		</>
	);
}
