import type { SerializeFrom } from "@remix-run/node";
import * as extraMessages from "~/features/extras/extra-messages";
import { deletionOf } from "~/features/extras/rows/extra-deletion";
import { formatShortDate, formatShortDay } from "~/lib/time/civil-date";
import { useDeletion } from "~/ui/deletion/delete-dialog";
import { rememberOpenRows, reopenRow } from "~/ui/open-rows";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { filterAddress } from "./filter";
import type { ExtraRow } from "./list-texts";
import { Loud, PeriodLine, UNSURE } from "./period-card";
import type { readListPage } from "./read-list-page.server";

interface ExtraRowsProps extends Pick<SerializeFrom<typeof readListPage>, "periods" | "rows" | "openRow"> {
	address: string;
	/** Whether older entries follow on the next page. */
	hasMore: boolean;
}

/** List of overtime entries, grouped by pay period. A click on an entry's line shows the whole entry below the line. */
export function ExtraRows({ periods, rows, address, hasMore, openRow }: ExtraRowsProps) {
	// The list without a filter is where the pages behind the links lead back to anyway.
	const back = address === filterAddress({}) ? "" : `redirectTo=${encodeURIComponent(address)}`;
	let shown = 0;
	return periods.map((period) => {
		const first = shown;
		shown += period.rows;
		// The present period without entries is on the card alone.
		if (period.rows === 0) return null;
		return (
			<section key={period.name}>
				<PeriodLine {...period} />
				<ul className="card flush rows">
					{rows.slice(first, shown).map((row, index) => (
						<Row
							key={row.idFile}
							row={row}
							id={rowId(first + index)}
							back={back}
							afterDelete={addressAfterDelete(address, first + index, rows.length, hasMore)}
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
	/** Part of the links' query that leads back to the list. */
	back: string;
	/** URL to open after a deletion. */
	afterDelete: string;
	isOpen: boolean;
}

/** An entry. It has few elements, because half of the page's elements are in rows; the class `rows` styles them. */
function Row({ row, id, back, afterDelete, isOpen }: RowProps) {
	const { date, shift, hours, pay, doubt, mark, comment, mistakes } = row;
	const said = [mark, doubt && UNSURE].filter(Boolean).join(" · ");
	// The comment stands last, because a narrow row cuts its end.
	const own = comment && <bdi>{comment}</bdi>;
	const askToDelete = useDeletion();
	const edit = `/auth/edit-work-overtime/${row.idFile}`;
	return (
		<li id={id} className={mark && "clash"}>
			<details open={isOpen} ref={reopenRow} onToggle={rememberOpenRows}>
				<summary>
					<b>{formatShortDay(date)}</b> <i className={shift}>{shift}</i>
					<strong>
						{`${hours} `}
						{doubt === "loud" && <Loud />}
					</strong>{" "}
					<small>{pay}</small>
					{mark ? (
						<em>{said}</em>
					) : (
						(said || own) && (
							<span>
								{said && own ? `${said} · ` : said}
								{own}
							</span>
						)
					)}
				</summary>
				<p>
					{`${extraMessages.doneOn} `}
					<b>{formatShortDate(date)}</b>
					{`\n${extraMessages.shiftOf} `}
					<b>{shift + row.times}</b>
					{`\n${extraMessages.hoursAmount}: `}
					<b>{`${hours}s.`}</b>
					{comment ? `${row.text}\n${extraMessages.comments}: ` : row.text}
					{own}
				</p>
				{mistakes && <p className="odd">{mistakes}</p>}
				<a href={withQuery(edit, back)}>Editar</a>{" "}
				<a href={withQuery(ADD, `repeat=${row.idFile}`, back)}>Repetir</a>{" "}
				<a
					href={withQuery(edit, "intent=delete", back)}
					onClick={(event) => askToDelete(event, deletionOf(row), afterDelete)}
				>
					Eliminar
				</a>
			</details>
		</li>
	);
}

function withQuery(path: string, ...parts: readonly string[]): string {
	const query = parts.filter(Boolean).join("&");
	return query ? `${path}?${query}` : path;
}

const ADD = "/auth/work-overtime/add-work-overtime";
