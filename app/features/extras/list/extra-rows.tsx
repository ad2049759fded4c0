import { EstimateDetails } from "~/features/agreement/estimate-fold";
import type { ShownEstimate } from "~/features/agreement/estimate-text";
import { deletionOf } from "~/features/extras/rows/extra-deletion";
import { counted } from "~/lib/counted";
import { datePartsOf, weekdayName } from "~/lib/time/civil-date";
import { useDeletion } from "~/ui/deletion/delete-dialog";
import { rememberOpenRows, reopenRow } from "~/ui/open-rows";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { type ExtraRow, openedText } from "./extra-row";
import type { PeriodSums } from "./period-sums";

export interface ListedPeriod extends PeriodSums {
	/** Number of the period's entries on this page. */
	rows: number;
	/** Estimated pay; undefined without an hourly rate, or if the periods of the page have too many entries. */
	estimate?: ShownEstimate;
	/** Notes on rests and on hours a week, a month and a year; only in the present period. */
	notes: readonly string[];
}

interface ExtraRowsProps {
	periods: readonly ListedPeriod[];
	/** Rows of all periods. */
	rows: readonly ExtraRow[];
	/** URL of this page of the list. */
	address: string;
	/** Whether older entries follow on the next page. */
	hasMore: boolean;
	/** Whether a filter is set. The totals of a period then also count entries that the filter hides. */
	isFiltered: boolean;
	openRow?: string;
}

/** List of overtime entries, grouped by pay period. A click on an entry's line shows the whole entry below the line. */
export function ExtraRows({ periods, rows, address, hasMore, isFiltered, openRow }: ExtraRowsProps) {
	let shown = 0;
	return periods.map(({ rows: count, ...sums }) => {
		const first = shown;
		shown += count;
		return (
			<section key={sums.name}>
				<PeriodLine {...sums} isWhole={isFiltered} />
				<ul className="rows">
					{rows.slice(first, shown).map((row, index) => (
						<Row
							key={row.idFile}
							row={row}
							id={rowId(first + index)}
							backTo={addressAfterDelete(address, first + index, rows.length, hasMore)}
							isOpen={row.idFile === openRow}
						/>
					))}
				</ul>
			</section>
		);
	});
}

interface RowProps {
	row: ExtraRow;
	id: string;
	/** URL to open after an edit or a deletion. */
	backTo: string;
	isOpen: boolean;
}

/** An entry. It has few elements, because half of the page's elements are in rows; the class `rows` styles them. */
function Row({ row, id, backTo, isOpen }: RowProps) {
	const { shift, hours, pay, mark, comment, mistakes } = row;
	const askToDelete = useDeletion();
	const edit = `/auth/edit-work-overtime/${row.idFile}?redirectTo=${encodeURIComponent(backTo)}`;
	return (
		<li id={id}>
			<details open={isOpen} ref={reopenRow} onToggle={rememberOpenRows}>
				<summary>
					<b>{dayName(row.date)}</b> <i className={shift}>{shift}</i>
					{` ${hours} ${pay} `}
					{mark && <em>{mark}</em>}
					{comment && <span>{comment}</span>}
				</summary>
				<p>{openedText(row)}</p>
				{mistakes && <p className="odd">{mistakes}</p>}
				<a href={edit}>Editar</a>{" "}
				<a href={`${edit}&intent=delete`} onClick={(event) => askToDelete(event, deletionOf(row), backTo)}>
					Eliminar
				</a>
			</details>
		</li>
	);
}

/** Returns a date as "sáb 14/11". The year is in the heading of the pay period. */
function dayName(date: string): string {
	const { month, day } = datePartsOf(date);
	return `${weekdayName(date).slice(0, 3)} ${day}/${month}`;
}

interface PeriodLineProps extends PeriodSums {
	estimate?: ShownEstimate;
	/** Whether the totals are those of the whole period although a filter hides some of its entries. */
	isWhole?: boolean;
	notes?: readonly string[];
}

/** Heading of a pay period or of the filtered entries: a line with the main totals, which opens to show the others. */
export function PeriodLine({ name, sums, more, estimate, isWhole = false, notes = [] }: PeriodLineProps) {
	return (
		<details className="period">
			<summary>
				<h2>{name}</h2>
				{isWhole && "Sin filtro: "}
				{sums}
				{estimate && <span>{estimate.heading}</span>}
				{notes.length > 0 && <small>{`${counted(notes.length, "nota")} sobre descansos y topes`}</small>}
			</summary>
			<p>{more}</p>
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
			{estimate && <EstimateDetails estimate={estimate} />}
		</details>
	);
}
