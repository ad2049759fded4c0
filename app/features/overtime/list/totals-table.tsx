import { nightHours } from "~/features/overtime/law/overtime-rules";
import { formatHours } from "~/features/overtime/minutes";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Totals } from "./extras-list.server";

interface TotalsTableProps {
	totals: Totals;
	/** Date range of the totals. A range without a start or an end is unlimited on that side. */
	days: { start?: CivilDate; end?: CivilDate };
	caption: string;
}

/** A table with the totals of overtime entries. */
export function TotalsTable({ totals, days, caption }: TotalsTableProps) {
	const { count, minutes, minutes50, minutes100, minutesUnclassified, minutesNight, withoutStart } = totals;
	return (
		<table className="totals">
			<caption>{caption}</caption>
			<tbody>
				<Row name="Extras" value={String(count)} />
				<Row name="Horas" value={formatHours(minutes)} />
				<Row name="Al 50 %" value={formatHours(minutes50)} />
				<Row name="Al 100 %" value={formatHours(minutes100)} />
				{minutesUnclassified > 0 && <Row name="Sin clasificar" value={formatHours(minutesUnclassified)} />}
				<Row
					name={`De noche (${nightHours(days)})`}
					value={formatHours(minutesNight)}
					hint={withoutStart > 0 ? `sin contar ${withoutStart} sin hora de entrada` : undefined}
				/>
				{totals.proposedStarts > 0 && (
					<Row name="Con la hora de tu diagrama" value={String(totals.proposedStarts)} />
				)}
				{totals.toReview > 0 && <Row name="Para revisar" value={String(totals.toReview)} />}
			</tbody>
		</table>
	);
}

function Row({ name, value, hint }: { name: string; value: string; hint?: string }) {
	return (
		<tr>
			<th scope="row">
				{name}
				{hint && <span className="hint"> ({hint})</span>}
			</th>
			<td>{value}</td>
		</tr>
	);
}
