import { Link } from "@remix-run/react";
import { compensationNames } from "~/features/overtime/compensation";
import type { Extra } from "~/features/overtime/extras/extras.server";
import type { CardExtra } from "~/features/overtime/list/extra-card";
import type { Totals } from "~/features/overtime/list/extras-list.server";
import { type ExtrasFilter, filterAddress } from "~/features/overtime/list/filter";
import { TotalsTable } from "~/features/overtime/list/totals-table";
import { BY_DIAGRAM, formatClock, formatHours } from "~/features/overtime/minutes";
import { SlipForm, type SlipProps } from "~/features/overtime/slips/slip-form";
import { formatShortDate } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";

/**
 * A row of the printed sheet: an overtime entry with the dates on which it was added and changed, in the factory's
 * time zone.
 */
export interface SheetExtra
	extends Pick<CardExtra, "idFile" | "date" | "shift" | "minutes" | "compensation" | "reason" | "comment">,
		Pick<Extra, "minutes50" | "minutes100" | "minutesNight" | "startMinute" | "isStartProposed"> {
	recordedOn: string;
	changedOn: string | null;
}

interface ExtraSheetProps extends SlipProps {
	/** Overtime entries, oldest first. */
	extras: readonly SheetExtra[];
	totals: Totals;
	/** Whether more overtime entries match the filter than the sheet shows. */
	isCut: boolean;
	filter: ExtrasFilter;
	/**
	 * Name of the worker. Null when the profile has no name: the sheet then leaves space to write the name by hand.
	 */
	name: string | null;
	today: string;
}

const titles = [
	"Fecha",
	"Turno",
	"Horas",
	"50 %",
	"100 %",
	"Noche",
	"Compensación",
	"Por qué y comentario",
	"Anotada el",
];

/** Attributes that let a keyboard user scroll the table, which is wider than the screen of a phone. */
const scrollable = { role: "region", "aria-label": "Extras", tabIndex: 0 };

/** The overtime entries of a period as a sheet to print, to sign and to compare with a pay slip. */
export function ExtraSheet({ extras, totals, isCut, filter, name, today, ...slip }: ExtraSheetProps) {
	const first = filter.start ?? extras[0]?.date;
	const last = filter.end ?? extras[extras.length - 1]?.date;
	return (
		<article className="sheet-page">
			<Link className="back" to={filterAddress(filter)}>
				<Icon name="back" /> Mis Extras
			</Link>
			<h1>Planilla de horas extra</h1>
			<p>Nombre y apellido: {name ?? <span className="blank" />}</p>
			<p>
				{first && last && `Del ${formatShortDate(first)} al ${formatShortDate(last)}`}
				{filter.shift && `, turno ${filter.shift}`}
				{filter.review && ", solo las que están para revisar"}
			</p>
			{isCut && (
				<p className="note">La planilla llega hasta mil extras: filtrá por fechas para ver el resto.</p>
			)}
			<SlipForm filter={filter} {...slip} />
			<div className="wide" {...scrollable}>
				<table className="extras">
					<thead>
						<tr>
							{titles.map((title) => (
								<th key={title} scope="col">
									{title}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{extras.map((extra) => (
							<tr key={extra.idFile}>
								<th scope="row">{formatShortDate(extra.date)}</th>
								<td>{extra.shift}</td>
								<td>{formatHours(extra.minutes)}</td>
								<td>{formatHours(extra.minutes50)}</td>
								<td>{formatHours(extra.minutes100)}</td>
								<td>{extra.minutesNight === null ? "" : formatHours(extra.minutesNight)}</td>
								<td>{extra.compensation && compensationNames[extra.compensation]}</td>
								<td className="lines">
									{extra.reason}
									{extra.isStartProposed && `\n${startInWords(extra)}`}
									{extra.comment && `\n«${extra.comment}»`}
								</td>
								<td className="lines">
									{extra.recordedOn}
									{extra.changedOn && `\ncambiada ${extra.changedOn}`}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<TotalsTable totals={totals} days={filter} caption="Totales" />
			<div className="signatures">
				<p>Firma del trabajador</p>
				<p>Firma del supervisor</p>
				<p>Fecha</p>
			</div>
			<p className="hint">
				Hecha el {formatShortDate(today)} con Relevo. Los porcentajes son orientativos: vale tu convenio.
			</p>
		</article>
	);
}

/**
 * Formats working hours with a start time that the shift diagram proposed: "De 22:00 a 06:00, según tu diagrama".
 */
function startInWords({ startMinute, minutes }: SheetExtra): string {
	const start = startMinute ?? 0;
	return `De ${formatClock(start)} a ${formatClock(start + minutes)}, ${BY_DIAGRAM}`;
}
