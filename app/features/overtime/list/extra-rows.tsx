import { EstimateDetails } from "~/features/overtime/agreement/estimate-fold";
import type { ShownEstimate } from "~/features/overtime/agreement/estimate-text";
import { deletionOf } from "~/features/overtime/extras/deletion";
import * as messages from "~/lib/messages";
import { datePartsOf, weekdayName } from "~/lib/time/civil-date";
import { confirmationAddress, useDeletion } from "~/ui/deletion/delete-dialog";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { useLinkClick } from "~/ui/use-link-click";
import type { ExtraRow } from "./extra-row";
import type { PeriodSums } from "./period-sums";

/** A pay period in the list, with its overtime entries on this page. The totals count all entries of the period. */
export interface ListedPeriod extends PeriodSums {
	extras: readonly ExtraRow[];
	/** Estimated pay of all entries of the period; undefined if the worker wants no estimates. */
	estimate?: ShownEstimate;
}

interface ExtraRowsProps {
	periods: readonly ListedPeriod[];
	/** Whether the totals also count entries that the filter hides. */
	isFiltered: boolean;
	/** Address of the list with the current filter and page. */
	address: string;
	/** Whether entries follow on another page. */
	hasMore: boolean;
}

/**
 * The overtime entries of a page, grouped by pay period. Each entry is one line that opens. The rows have few HTML
 * elements, because they take most of the server's time for this page; their style is `.rows` in the stylesheet.
 */
export function ExtraRows({ periods, isFiltered, address, hasMore }: ExtraRowsProps) {
	const openPage = useLinkClick();
	const askToDelete = useDeletion();
	const rows = periods.flatMap(({ extras }) => extras);
	return periods.map(({ extras, ...sums }) => (
		<section key={sums.name}>
			<PeriodLine {...sums} isWhole={isFiltered} />
			<ul className="rows">
				{extras.map((extra) => {
					const { idFile, date, shift, pay, mark, comment, text, warning } = extra;
					const index = rows.indexOf(extra);
					const edit = `/auth/edit-work-overtime/${idFile}`;
					const backTo = addressAfterDelete(address, index, rows.length, hasMore);
					return (
						<li key={idFile} id={rowId(index)}>
							<details>
								<summary>
									<b>{dayName(date)}</b> <i className={shift}>{shift}</i>
									{` ${pay} `}
									{mark && <em>{mark}</em>}
									{comment && <span>{comment}</span>}
								</summary>
								<p>{comment ? `${text}\n${messages.comments}: ${comment}` : text}</p>
								{warning && <p className="note">{warning}</p>}
								<a href={edit} onClick={openPage}>
									Editar
								</a>{" "}
								<a
									href={confirmationAddress(edit, backTo)}
									onClick={(event) => askToDelete(event, deletionOf(extra), backTo)}
								>
									Eliminar
								</a>
							</details>
						</li>
					);
				})}
			</ul>
		</section>
	));
}

interface PeriodLineProps extends PeriodSums {
	estimate?: ShownEstimate;
	/** Whether the text says that the totals are those of the whole period. */
	isWhole?: boolean;
}

/** The heading of a pay period: its main totals in one line, which opens to show the other totals. */
export function PeriodLine({ name, sums, more, estimate, isWhole = false }: PeriodLineProps) {
	return (
		<details className="period">
			<summary>
				<h2>{name}</h2>
				{isWhole && "Sin filtro: "}
				{sums}
				{estimate && <span>{estimate.heading}</span>}
			</summary>
			<p>{more}</p>
			{estimate && <EstimateDetails estimate={estimate} />}
		</details>
	);
}

/** Weekday and day of a row: "sáb 14/11". The year is in the heading of the pay period. */
function dayName(date: string): string {
	const { month, day } = datePartsOf(date);
	return `${weekdayName(date).slice(0, 3)} ${day}/${month}`;
}
