import type { SerializeFrom } from "@remix-run/node";
import { filterAddress } from "~/features/extras/list/filter";
import { YEAR } from "~/features/pay/pay-addresses";
import { BackLink } from "~/ui/back-link";
import { Icon } from "~/ui/icons";
import { FIRST_YEAR } from "./year-bars";
import type { readYear } from "./year-hours.server";
import { YearPicture } from "./year-picture";

/** A year's overtime hours by month. Works without JavaScript. */
export function YearPage({ year, lastYear, months, total }: SerializeFrom<typeof readYear>) {
	const sheet = { start: `${year}-01-01`, end: `${year}-12-31` };
	return (
		<>
			<BackLink to="/auth/work-overtime">Mis Extras</BackLink>
			<h1>Tu año de extras: {year}</h1>
			{total.minutes === 0 ? (
				<p className="lead">No hay extras en {year}.</p>
			) : (
				<>
					<YearPicture year={year} months={months} total={total} />
					<p className="row">
						<a className="btn" href={filterAddress(sheet, { view: "sheet", picture: "1" })}>
							<Icon name="printer" /> Planilla de {year}, con este gráfico
						</a>
					</p>
				</>
			)}
			<nav className="row" aria-label="Otro año">
				{year > FIRST_YEAR && (
					<a className="btn" href={`${YEAR}&year=${year - 1}`}>
						<Icon name="left" /> <span className="hidden-text">Año </span>
						{year - 1}
					</a>
				)}
				{year < lastYear && (
					<a className="btn" href={`${YEAR}&year=${year + 1}`}>
						<span className="hidden-text">Año </span>
						{year + 1} <Icon name="right" />
					</a>
				)}
			</nav>
		</>
	);
}
