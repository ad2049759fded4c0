import type { MouseEvent } from "react";
import { EstimateDetails } from "~/features/agreement/estimate-fold";
import type { ShownEstimate } from "~/features/agreement/estimate-text";
import { deletionOf } from "~/features/extras/rows/extra-deletion";
import { linkOf } from "~/ui/clicked-link";
import { useDeletion } from "~/ui/deletion/delete-dialog";
import { rowId } from "~/ui/toast/list-row";
import { rememberOpenRows, reopenRow } from "./open-rows";
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
	/** HTML of all rows, written by `rowHtml`. */
	html: readonly string[];
	/** Whether a filter is set. The totals of a period then also count entries that the filter hides. */
	isFiltered: boolean;
	openRow?: string;
}

/** List of overtime entries, grouped by pay period. A click on an entry's line shows the whole entry below the line. */
export function ExtraRows({ periods, html, isFiltered, openRow }: ExtraRowsProps) {
	const onClick = useRowLinks();
	let shown = 0;
	return periods.map(({ rows, ...sums }) => {
		const first = shown;
		shown += rows;
		return (
			<section key={sums.name}>
				<PeriodLine {...sums} isWhole={isFiltered} />
				{/* biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of the links in the rows */}
				<ul className="rows" onClick={onClick}>
					{html.slice(first, shown).map((content, index) => {
						const key = keyOf(content);
						return (
							<li key={key} id={rowId(first + index)}>
								<details
									open={key === openRow}
									ref={reopenRow}
									onToggle={rememberOpenRows}
									// biome-ignore lint/security/noDangerouslySetInnerHtml: `rowHtml` escapes every text
									dangerouslySetInnerHTML={{ __html: content }}
								/>
							</li>
						);
					})}
				</ul>
			</section>
		);
	});
}

const EDIT_LINK = '<a href="/auth/edit-work-overtime/';
const KEY_LENGTH = 36;

/**
 * Returns the key of a row's entry, found in the link that edits the entry. No text of the row can imitate the link,
 * because all texts are escaped.
 */
function keyOf(content: string): string {
	const at = content.indexOf(EDIT_LINK) + EDIT_LINK.length;
	return content.slice(at, at + KEY_LENGTH);
}

/**
 * Returns the click handler of the links in the rows. A link with the query parameter `intent` opens the dialog that
 * deletes its entry.
 */
function useRowLinks() {
	const askToDelete = useDeletion();
	return (event: MouseEvent) => {
		const link = linkOf(event);
		const search = new URLSearchParams(link?.search);
		if (link && search.has("intent"))
			askToDelete(event, deletionOf(extraOf(link)), search.get("redirectTo") ?? "");
	};
}

/** The entry that the delete dialog names, read from the link and its row. */
function extraOf(link: HTMLAnchorElement) {
	const row = link.closest("li");
	const [hours = ""] = /[\d,:]+\u00A0h/.exec(row?.querySelector("summary")?.textContent ?? "") ?? [];
	return {
		idFile: link.pathname.split("/").pop() ?? "",
		date: link.dataset.date ?? "",
		shift: row?.querySelector("i")?.textContent ?? "",
		hours,
	};
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
				{notes.length > 0 && (
					<small>{notes.length === 1 ? "1 nota" : `${notes.length} notas`} sobre descansos y topes</small>
				)}
			</summary>
			<p>{more}</p>
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
			{estimate && <EstimateDetails estimate={estimate} />}
		</details>
	);
}
