import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChooseCrews } from "~/features/crews/comparison/choose-crews";
import {
	comparedText,
	comparisonSearch,
	crewNames,
	isSameCrew,
} from "~/features/crews/comparison/compared-crews";
import { Comparison } from "~/features/crews/comparison/comparison";
import { compareCrews, readComparedCrews } from "~/features/crews/comparison/read-compared-crews.server";
import { diagramLabel, UNCONFIRMED } from "~/features/diagrams/own-cycle/diagram-label";
import { YearLinks } from "~/features/diagrams/pages/year-links";
import { diagramPath } from "~/features/diagrams/periods";
import { requireYear } from "~/features/diagrams/search.server";
import { redirectToOwnCrew } from "~/features/shift/my-rotation.server";
import { requireSearch } from "~/lib/http/http.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { BackLink } from "~/ui/back-link";
import { pageTitle, type Shown } from "~/ui/page-title";

export const meta = ({ data }: Shown<typeof loader>) =>
	pageTitle(
		"Francos en común",
		`${diagramLabel(data.sides[0].diagram.id)}: compará dos escuadras mes por mes y mirá los francos que tienen en común.`,
	);

export const handle = { cacheKey: ["own-crew"] };

export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const search = requireSearch();
	const sides = await readComparedCrews(id, search);
	await redirectToOwnCrew(request, sides[0].diagram);
	const today = plantToday();
	const year = requireYear(search, today);
	return json({ sides, today, year, compared: await compareCrews(sides, year, today) });
}

export default function ComparePage() {
	const { sides, today, year, compared } = useLoaderData<typeof loader>();
	const [{ diagram, crew }] = sides;
	return (
		<>
			<BackLink to={diagramPath(diagram.id, crew)}>{diagramLabel(diagram.id)}</BackLink>
			<h1>Francos en común {year && <span className="hint">{year}</span>}</h1>
			<ChooseCrews sides={sides} year={year} />
			{compared ? (
				<>
					<p className="print-only">{comparedText(sides)}</p>
					<Comparison names={crewNames(sides)} {...compared} today={today} />
					{sides.some(({ diagram }) => !diagram.anchorConfirmed) && <p className="hint">{UNCONFIRMED}</p>}
					<YearLinks
						label="Otro año"
						year={year}
						today={today}
						hrefOf={(shown) => comparisonSearch(sides, shown)}
					/>
				</>
			) : (
				<p className="lead">
					{isSameCrew(sides)
						? `Elegiste dos veces la escuadra ${crew}: elegí otra.`
						: "Elegí las dos escuadras que querés comparar."}
				</p>
			)}
		</>
	);
}
