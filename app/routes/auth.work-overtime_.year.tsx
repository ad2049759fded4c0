import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { filterAddress } from "~/features/extras/list/filter";
import { totalMinutes } from "~/features/pay/picture/year-bars";
import { listYearHours } from "~/features/pay/picture/year-hours.server";
import { YearPicture } from "~/features/pay/picture/year-picture";
import { FIRST_YEAR, readYear } from "~/features/pay/picture/year-search";
import { notFound, redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { Icon } from "~/ui/icons";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("El año de tus extras");

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks();
	const currentYear = datePartsOf(plantToday()).year;
	const year = readYear(requestContext().url.searchParams.get("year"), currentYear);
	if (year === undefined) throw notFound();
	return { year, lastYear: currentYear + 1, months: await listYearHours(user.id, year) };
}

/** A year's overtime hours by month. Works without JavaScript. */
export default function OvertimeYearPage() {
	const { year, lastYear, months } = useLoaderData<typeof loader>();
	const isEmpty = months.every((month) => totalMinutes(month) === 0);
	const sheet = { start: `${year}-01-01`, end: `${year}-12-31` };
	return (
		<>
			<BackLink to="/auth/work-overtime">Mis Extras</BackLink>
			<h1>Tu año de extras: {year}</h1>
			{isEmpty ? (
				<p className="lead">No hay extras en {year}.</p>
			) : (
				<>
					<YearPicture year={year} months={months} />
					<p className="row">
						<a className="btn" href={filterAddress(sheet, { view: "sheet", picture: "1" })}>
							<Icon name="printer" /> Planilla de {year}, con este gráfico
						</a>
					</p>
				</>
			)}
			<nav className="row" aria-label="Otro año">
				{year > FIRST_YEAR && (
					<a className="btn" href={`?year=${year - 1}`}>
						<Icon name="left" /> <span className="hidden-text">Año </span>
						{year - 1}
					</a>
				)}
				{year < lastYear && (
					<a className="btn" href={`?year=${year + 1}`}>
						<span className="hidden-text">Año </span>
						{year + 1} <Icon name="right" />
					</a>
				)}
			</nav>
		</>
	);
}
