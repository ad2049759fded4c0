import type { SerializeFrom } from "@remix-run/node";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { DeletableList, DeleteLink } from "~/ui/deletion/delete-dialog";
import { ButtonForm } from "~/ui/forms/button-form";
import { Icon } from "~/ui/icons";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { ComparedLines, LoggedNotes, type LoggedNotesProps } from "./compared-lines";
import type { readLedger } from "./ledger-page.server";
import { LEDGER, slipAddress } from "./slip-addresses";
import { deletionOf } from "./slip-texts";

type LedgerEntry = SerializeFrom<typeof readLedger>["entries"][number];

interface LedgerProps {
	entries: readonly LedgerEntry[];
	/** Value of the query parameter `before` in the link to the next page; undefined on the last page. */
	next?: CivilDate;
	address: string;
	isFirstPage: boolean;
}

/** Pay periods of one page, newest first. */
export function Ledger({ entries, next, address, isFirstPage }: LedgerProps) {
	return (
		<section aria-labelledby="periodos">
			<h2 id="periodos">Períodos</h2>
			<DeletableList action={LEDGER}>
				<ul className="cards">
					{entries.map((entry, index) => (
						<EntryCard
							key={entry.start}
							{...entry}
							id={rowId(index)}
							here={`${address}#${rowId(index)}`}
							backTo={addressAfterDelete(address, index, entries.length, next !== undefined)}
						/>
					))}
				</ul>
			</DeletableList>
			<nav className="row" aria-label="Páginas">
				{!isFirstPage && (
					<a className="btn" href={LEDGER}>
						Ver desde el principio
					</a>
				)}
				{next && (
					<a key={next} className="btn" href={`${LEDGER}?before=${next}`} rel="next">
						Ver más antiguos <Icon name="right" />
					</a>
				)}
			</nav>
		</section>
	);
}

function EntryCard({
	id,
	here,
	backTo,
	...entry
}: LedgerEntry & { id: string; here: string; backTo: string }) {
	const { start, title, isRunning, logged, slip } = entry;
	const page = slipAddress(start);
	return (
		<li className="card extra" id={id}>
			<h3>
				{title}
				{isRunning && ", hasta hoy"}
			</h3>
			{slip ? (
				<>
					<ComparedLines lines={slip.lines} amount={slip.amount} />
					<LoggedNotes {...entry} />
				</>
			) : (
				<>
					<p>Según mi registro: {logged}.</p>
					<FoldedNotes {...entry} />
				</>
			)}
			{slip?.settledOn && <p>Cerrada el {formatShortDate(slip.settledOn)}: ya se arregló.</p>}
			{slip?.changed && <p className="note">{slip.changed}</p>}
			{slip && (slip.isOpen || slip.settledOn) && (
				<ButtonForm
					id={`slip-${start}`}
					intent={slip.settledOn ? "reopen" : "settle"}
					submit={slip.settledOn ? "Abrir de nuevo" : "Cerrar: ya se arregló"}
				>
					<input type="hidden" name="idFile" value={start} />
					<input type="hidden" name="redirectTo" value={here} />
				</ButtonForm>
			)}
			<p className="row">
				<a className="btn" href={page} aria-label={`${slip ? "Editar" : "Cargar"} el recibo: ${title}`}>
					<Icon name={slip ? "pencil" : "plus"} /> {slip ? "Editar" : "Cargar el recibo"}
				</a>
				{slip && (
					<DeleteLink
						deletion={deletionOf(entry)}
						page={page}
						backTo={backTo}
						label={`Eliminar el recibo: ${title}`}
					/>
				)}
			</p>
		</li>
	);
}

/** Notes of a period without a slip, folded, so that a phone shows several periods. */
function FoldedNotes(notes: LoggedNotesProps) {
	const isUnsure = notes.unsure.length > 0;
	if (!isUnsure && notes.leftOut.length === 0) return null;
	return (
		<details className="fold">
			<summary>{isUnsure ? "Puede cambiar: por qué" : "Lo que no se compara"}</summary>
			<LoggedNotes {...notes} />
		</details>
	);
}
