import { compensationNames } from "~/features/overtime/compensation";
import { formatClock, formatHours } from "~/features/overtime/minutes";
import { type CivilDate, formatShortDate, weekdayName } from "~/lib/time/civil-date";
import { rateSign, startMark } from "./sheet-marks";
import type { SheetExtra, SheetPeriod, SheetSums } from "./sheet-rows";

interface Column {
	name: string;
	textOf: (extra: SheetExtra) => string;
	/** Column's sum in minutes; undefined without a sum. */
	sumOf?: (sums: SheetSums) => number;
}

const NOTES = "Compensación y comentario";

const timeColumns: readonly Column[] = [
	{
		name: "Entrada",
		textOf: ({ startMinute, ...extra }) =>
			startMinute === null
				? ""
				: formatClock(startMinute) + withSpace(extra.isStartProposed ? startMark.sign : ""),
	},
	{
		name: "Salida",
		textOf: ({ startMinute, minutes }) => (startMinute === null ? "" : formatClock(startMinute + minutes)),
	},
	{ name: "Turno", textOf: ({ shift }) => shift },
];

const hourColumns: readonly (Column & Required<Pick<Column, "sumOf">>)[] = [
	{ name: "Horas", textOf: ({ minutes }) => formatHours(minutes), sumOf: ({ minutes }) => minutes },
	{
		name: "50\u00A0%",
		textOf: (extra) => rateText(extra, extra.minutes50),
		sumOf: ({ minutes50 }) => minutes50,
	},
	{
		name: "100\u00A0%",
		textOf: (extra) => rateText(extra, extra.minutes100),
		sumOf: ({ minutes100 }) => minutes100,
	},
	{
		name: "Sin clasificar",
		textOf: (extra) => rateText(extra, extra.minutesUnclassified),
		sumOf: ({ minutesUnclassified }) => minutesUnclassified,
	},
	{
		name: "Noche",
		textOf: ({ minutesNight }) => (minutesNight === null ? "" : formatHours(minutesNight)),
		sumOf: ({ minutesNight }) => minutesNight,
	},
];

interface SheetTableProps {
	periods: readonly SheetPeriod[];
	sums: SheetSums;
}

/**
 * The sheet's entries, with sums by pay period and a total. On a phone each row becomes a card, with column names
 * from `data-name`.
 */
export function SheetTable({ periods, sums }: SheetTableProps) {
	const hours = hourColumns.filter(({ name }) => name !== "Sin clasificar" || sums.minutesUnclassified > 0);
	const columns = [...timeColumns, ...hours];
	return (
		<table className="extras">
			<thead>
				<tr>
					{["Día", ...columns.map(({ name }) => name), NOTES].map((name) => (
						<th key={name} scope="col">
							{name}
						</th>
					))}
				</tr>
			</thead>
			{periods.map(({ start, end, extras, sums: periodSums }) => (
				<tbody key={start}>
					{extras.map((extra) => (
						<tr key={extra.idFile}>
							<th scope="row">{formatWeekday(extra.date)}</th>
							{columns.map(({ name, textOf }) => (
								<td key={name} data-name={name}>
									{textOf(extra)}
								</td>
							))}
							<td className="lines">{notesOf(extra)}</td>
						</tr>
					))}
					{periods.length > 1 && (
						<SumRow
							title={`Del ${formatShortDate(start)} al ${formatShortDate(end)}`}
							sums={periodSums}
							columns={hours}
						/>
					)}
				</tbody>
			))}
			<tbody>
				<SumRow title="Total" sums={sums} columns={hours} />
			</tbody>
		</table>
	);
}

function SumRow({ title, sums, columns }: { title: string; sums: SheetSums; columns: typeof hourColumns }) {
	return (
		<tr className="sum">
			<th scope="row" colSpan={1 + timeColumns.length}>
				{title}: {sums.count} {sums.count === 1 ? "extra" : "extras"}
			</th>
			{columns.map(({ name, sumOf }) => (
				<td key={name} data-name={name}>
					{formatHours(sumOf(sums))}
				</td>
			))}
			<td />
		</tr>
	);
}

/** Formats a date as "lun 23/11/2026". */
function formatWeekday(date: CivilDate): string {
	return `${weekdayName(date).slice(0, 3)} ${formatShortDate(date)}`;
}

/** Hours with one premium, with the sign of `rateSign`; "" for zero hours. */
function rateText(extra: SheetExtra, minutes: number): string {
	return minutes === 0 ? "" : formatHours(minutes) + withSpace(rateSign(extra));
}

/** Puts a no-break space before a sign, so that the sign stays on the line of its value; "" without a sign. */
function withSpace(sign: string): string {
	return sign && `\u00A0${sign}`;
}

function notesOf({ compensation, comment }: SheetExtra): string {
	return [compensation && compensationNames[compensation], comment].filter(Boolean).join(" · ");
}
