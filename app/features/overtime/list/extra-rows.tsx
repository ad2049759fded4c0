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

export interface ListedPeriod extends PeriodSums {
	extras: readonly ExtraRow[];
	/** Undefined if the worker wants no estimates. */
	estimate?: ShownEstimate;
}

interface ExtraRowsProps {
	periods: readonly ListedPeriod[];
	/** Whether the totals count entries that the filter hides. */
	isFiltered: boolean;
	address: string;
	/** Whether the next page continues the list. */
	hasMore: boolean;
}

/**
 * Entries grouped by pay period, each a line that opens. The rows have few HTML elements, because rendering them
 * takes most of this page's time.
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
	/** Whether the totals are those of the whole period. */
	isWhole?: boolean;
}

/** Heading of a pay period: a line with the main totals, which opens to show the other totals. */
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

/** "sáb 14/11"; the heading contains the year. */
function dayName(date: string): string {
	const { month, day } = datePartsOf(date);
	return `${weekdayName(date).slice(0, 3)} ${day}/${month}`;
}
