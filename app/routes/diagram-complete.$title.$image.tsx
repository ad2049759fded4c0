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
	monthsOf,
	parsePeriod,
	periodPath,
	periodTitle,
	twoHalves,
	yearOf,
} from "~/features/diagrams/periods";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { notFound } from "~/lib/http/http.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle, type Shown } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		`${data.name}, ${data.title}`,
		`${data.title} del diagrama ${data.name}: seis meses del turno de cada escuadra, con los feriados.`,
	);

export const handle = { cacheKey: [] };

/**
 * Half a year of a diagram. The slugs, such as `4turnos_7dias` (the diagram) and `2027-1` (January to June 2027), are
 * only looked up, never used as a file name.
 */
export async function loader({ params }: LoaderFunctionArgs) {
	const half = parsePeriod(params.image ?? "");
	if (!half || isMonth(half)) throw notFound();
	return json({ ...(await readPeriod(params.title ?? "", half)), half, title: periodTitle(half) });
}

export default function HalfYearPage() {
	const { name, title, diagram, crew, half, today, ofYear, picture } = useLoaderData<typeof loader>();
	const year = yearOf(half);
	const other = half.endsWith("-1") ? `${year}-2` : `${year}-1`;
	const isAhead = twoHalves(undefined, today).includes(half);
	const pictureToShare = (
		<>
			<a className="large-picture screen-only" href={picture.src}>
				<img
					src={picture.src}
					width={picture.width}
					height={picture.height}
					alt={`${name}, ${title}, todas las escuadras`}
					decoding="async"
				/>
			</a>
			<div className="row screen-only">
				<ShareMenu share={picture.share} title={title} />
			</div>
		</>
	);
	return (
		<div className="diagram-sheet half-year">
			<BackLink to={diagramPath(diagram.id, crew, isAhead ? undefined : year)}>Volver</BackLink>
			<h1>{name}</h1>
			<p>
				{title}
				{crew && `, escuadra ${crew}`}
				{!diagram.anchorConfirmed && <PrintedDoubt />}
			</p>
			<CrewChips diagram={diagram} crew={crew} path={periodPath(diagram.id, half)} />
			<Legend diagrams={[diagram]} />
			<MissingTouristDays year={year} today={today} holidays={ofYear} />
			{!crew && pictureToShare}
			<div className={crew ? "months" : "stack"}>
				{monthsOf(half).map((month) => {
					const holidays = ofYear.filter(({ date }) => date.startsWith(month));
					const shown = { diagram, month, crew, today, holidays };
					return (
						<section key={month} className="card month-card">
							<h2>{periodTitle(month)}</h2>
							<div className={crew ? undefined : "narrow-only"}>
								<MonthTable {...shown} />
							</div>
							{!crew && (
								<div className="wide-only">
									<CrewRows {...shown} />
								</div>
							)}
						</section>
					);
				})}
			</div>
			{crew && pictureToShare}
			<p className="row screen-only">
				<a className="btn" href={periodPath(diagram.id, other, crew)}>
					{periodTitle(other)}
				</a>
			</p>
			<ScrollTop />
		</div>
	);
}
