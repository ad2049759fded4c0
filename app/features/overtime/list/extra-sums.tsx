import { formatHours } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import type { Totals } from "./extras-list.server";
import type { ExtrasFilter } from "./filter";
import { TotalsTable } from "./totals-table";

interface ExtraSumsProps {
	filter: ExtrasFilter;
	/** Totals of the filtered overtime entries; null without a filter. */
	filtered: Totals | null;
	/** The current pay period, with the totals of the overtime entries within it. */
	period: { start: CivilDate; end: CivilDate; totals: Totals };
	warnings: readonly string[];
}

/**
 * Totals and warnings above the list of overtime entries. In a filtered list, totals and warnings are collapsed to
 * one line each, so that the first entries stay in view.
 */
export function ExtraSums({ filter, filtered, period, warnings }: ExtraSumsProps) {
	const isFiltered = filtered !== null;
	const { minutes, count } = filtered ?? period.totals;
	return (
		<>
			<details className="card fold" open={!isFiltered}>
				<summary>
					{isFiltered ? "Lo que muestra el filtro" : "Este período"}: {formatHours(minutes)} h en {count}{" "}
					{count === 1 ? "extra" : "extras"}
				</summary>
				<div className="sums">
					{filtered && <TotalsTable totals={filtered} days={filter} caption="Lo que muestra el filtro" />}
					<TotalsTable
						totals={period.totals}
						days={period}
						caption={`Este período: ${formatShortDate(period.start)} al ${formatShortDate(period.end)}`}
					/>
				</div>
			</details>
			{warnings.length > 0 && (
				<details className="card fold" open={!isFiltered}>
					<summary>{warnings.length === 1 ? "1 aviso" : `${warnings.length} avisos`}</summary>
					{warnings.map((line) => (
						<p key={line} className="note">
							{line}
						</p>
					))}
				</details>
			)}
		</>
	);
}
