import type { Totals } from "~/features/extras/list/extra-sums.server";
import { compensationNames } from "~/features/law/compensation";
import { hourKinds, minutesOf, NIGHT } from "~/features/pay/picture/year-bars";
import { counted } from "~/lib/counted";
import { formatShortDate } from "~/lib/time/civil-date";
import { formatClock, formatHours } from "~/lib/time/minutes";
import { formatDay, rateSign, type SheetExtra, type SheetPeriod, signsOf, startSign } from "./sheet-rows";

interface Column {
	name: string;
	textOf: (extra: SheetExtra) => string;
}

interface HourColumn extends Column {
	/** Column's sum in minutes. */
	sumOf: (sums: Totals) => number;
}

const NOTES = "Compensación y comentario";

const timeColumns: readonly Column[] = [
	{
		name: "Entrada",
		textOf: ({ startMinute, isStartProposed }) =>
			startMinute === null ? "" : formatClock(startMinute) + withSpace(startSign({ isStartProposed })),
	},
	{
		name: "Salida",
		textOf: ({ startMinute, minutes }) => (startMinute === null ? "" : formatClock(startMinute + minutes)),
	},
	{ name: "Turno", textOf: ({ shift }) => shift },
];

/** The columns with hours: all, and those of each kind. */
function hourColumns(sums: Totals): HourColumn[] {
	return [
		{ name: "Horas", textOf: ({ minutes }) => formatHours(minutes), sumOf: ({ minutes }) => minutes },
		...hourKinds(sums).map(({ id, name }) => ({
			name,
			textOf: (extra: SheetExtra) => (id === NIGHT ? nightText(extra) : rateText(extra, id)),
			sumOf: (each: Totals) => minutesOf(each, id),
		})),
	];
}

/**
 * The sheet's entries, with sums by pay period and a total. On a phone each row becomes a card, with column names
 * from `data-name`.
 */
export function SheetTable({ periods, sums }: { periods: readonly SheetPeriod[]; sums: Totals }) {
	const hours = hourColumns(sums);
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
					{Object.entries(extras).map(([place, extra]) => (
						<tr key={place}>
							<th scope="row">{formatDay(extra.date)}</th>
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

function SumRow({ title, sums, columns }: { title: string; sums: Totals; columns: readonly HourColumn[] }) {
	return (
		<tr className="sum">
			<th scope="row" colSpan={1 + timeColumns.length}>
				{title}: {counted(sums.count, "extra")}
				{signsOf(sums.doubts)}
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

/** Hours with one premium, with the signs of `rateSign`; "" for zero hours. */
function rateText(extra: SheetExtra, kind: string): string {
	const minutes = extra.premiums[kind] ?? 0;
	return minutes === 0 ? "" : formatHours(minutes) + withSpace(rateSign(extra));
}

function nightText({ minutesNight }: SheetExtra): string {
	return minutesNight === null ? "" : formatHours(minutesNight);
}

/** Puts a no-break space before a sign, so that the sign stays on the line of its value; "" without a sign. */
function withSpace(sign: string): string {
	return sign && `\u00A0${sign}`;
}

/** Nothing at all without notes, because a narrow page leaves empty cells out. */
function notesOf({ compensation, comment }: SheetExtra) {
	const notes = [compensation && compensationNames[compensation], comment].filter(Boolean).join(" · ");
	return notes && <bdi>{notes}</bdi>;
}
