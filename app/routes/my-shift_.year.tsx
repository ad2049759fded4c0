import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { requireYear } from "~/features/diagrams/search.server";
import { StepLinks } from "~/features/diagrams/step-links";
import { findMyCalendar } from "~/features/own-days/find-own-calendar.server";
import { requireMyRotation } from "~/features/shift/my-rotation.server";
import { workYearOf } from "~/features/shift/year/read-work-year.server";
import { WorkYear } from "~/features/shift/year/work-year";
import { redirectWithoutBlanks } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { civilDate, datePartsOf } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle } from "~/ui/page-title";

export const meta = () =>
	pageTitle(
		"Tu año",
		"Los feriados que te tocan, tus francos, tus fines de semana libres y tus horas del año.",
	);

export const handle = { cacheKey: ["shifts"] };

export async function loader({ request }: LoaderFunctionArgs) {
	redirectWithoutBlanks();
	const mine = await requireMyRotation(request);
	const { rotation, crew, user } = mine;
	const today = plantToday();
	const year = requireYear(requestContext().url.searchParams, today);
	// Includes the months before and after the year, because the year's first and last week may begin or end there.
	const [from, to] = [civilDate(year - 1, 12, 1), civilDate(year + 1, 1, 31)];
	const calendar = await findMyCalendar(mine, user?.id, from, to);
	return json({
		label: findDiagramName(rotation.diagram.id)?.label ?? "",
		crew,
		...(await workYearOf(calendar, year, today)),
	});
}

export default function MyYearPage() {
	const { label, crew, ...shown } = useLoaderData<typeof loader>();
	return (
		<>
			<BackLink to="/my-shift">Mi turno</BackLink>
			<h1>
				Tu año <span className="hint">{shown.year}</span>
			</h1>
			<p className="lead">
				{label}
				{crew ? `, escuadra ${crew}` : ", con tu propia posición"}
			</p>
			<WorkYear {...shown} />
			<StepLinks
				label="Otro año"
				shown={String(shown.year)}
				currentYear={datePartsOf(shown.today).year}
				hrefOf={(step) => `?year=${step}`}
			/>
		</>
	);
}
