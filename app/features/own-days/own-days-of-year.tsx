import { type OwnDay, ownDayFacts, ownDayKinds } from "~/features/shift/own-day";
import { counted } from "~/lib/counted";
import { type CivilDate, civilDate, dayNumber } from "~/lib/time/civil-date";
import { TotalsTable } from "~/ui/totals-table";
import { OwnDayLinks } from "./own-day-links";

interface OwnDaysOfYearProps {
	year: number;
	today: CivilDate;
	/** Own days, oldest first. Those outside the year are left out. */
	ownDays: readonly OwnDay[];
}

/** A year's own days: the number of days of each kind, and a list, in which each leads to its month. */
export function OwnDaysOfYear({ year, today, ownDays }: OwnDaysOfYearProps) {
	const [first, last] = [civilDate(year, 1, 1), civilDate(year, 12, 31)];
	const counts = countOwnDays(ownDays, first, last);
	const ofYear = ownDays.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first);
	return (
		<section id="mis-dias" aria-labelledby="mis-dias-titulo">
			<h2 id="mis-dias-titulo">Tus días de {year}</h2>
			{counts.length === 0 ? (
				<p>No anotaste ningún día de {year}.</p>
			) : (
				<>
					<div className="card">
						<OwnDayLinks ownDays={ofYear} />
						<TotalsTable
							caption="Cuántos días de cada cosa"
							rows={counts.map(({ kind, days }) => [ownDayFacts[kind].name, counted(days, "día")])}
						/>
					</div>
					<p className="hint">Son días corridos: cuentan también tus francos y los feriados.</p>
				</>
			)}
			<p>
				<a className="btn" href={`/auth/my-days${today.startsWith(`${year}`) ? "" : `?month=${year}-01`}`}>
					Agregar días
				</a>
			</p>
		</section>
	);
}

/** Counts own days by kind, from `first` to `last`. Kinds without days are missing. */
export function countOwnDays(ownDays: readonly OwnDay[], first: CivilDate, last: CivilDate) {
	const daysWithin = ({ firstDay, lastDay }: OwnDay) => {
		const [from, to] = [firstDay < first ? first : firstDay, lastDay > last ? last : lastDay];
		return Math.max(0, dayNumber(to) - dayNumber(from) + 1);
	};
	return ownDayKinds
		.map((kind) => ({
			kind,
			days: ownDays
				.filter((ownDay) => ownDay.kind === kind)
				.reduce((sum, ownDay) => sum + daysWithin(ownDay), 0),
		}))
		.filter(({ days }) => days > 0);
}
