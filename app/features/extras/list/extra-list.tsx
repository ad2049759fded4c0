import type { DateRange } from "~/features/law/pay-period";
import * as messages from "~/lib/messages";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { ListPage } from "~/ui/list-page";
import type { ExtraRow } from "./extra-row";
import { ExtraRows, type ListedPeriod, PeriodLine } from "./extra-rows";
import { filterAddress, REVIEW, type ReadFilter } from "./filter";
import { FilterBar } from "./filter-bar";
import type { PeriodSums } from "./period-sums";
import { useJustFiltered } from "./use-just-filtered";

const IMPORT = "/auth/work-overtime/import";

interface ExtraListProps {
	read: ReadFilter;
	/** Pay periods on this page, newest first. Only the current period may have no entries. */
	periods: readonly ListedPeriod[];
	/** Totals of the filtered entries; null without a filter. */
	filtered: PeriodSums | null;
	/** Cursor of the next page; undefined on the last page. */
	next?: string;
	/** Date ranges that are shown as links, such as the current month. */
	ranges: readonly (DateRange & { name: string })[];
	/** Shift letters to choose from in the filter. */
	shifts: readonly string[];
	/** Link to the printable sheet of the last complete pay period. */
	lastSheet: SheetLink;
	/** Number of entries marked for review (their pay depends on an unknown start time), regardless of the filter. */
	toReview: number;
	/** Cursor of this page; undefined on the first page. */
	after?: string;
	rows: readonly ExtraRow[];
	/** Key of the entry whose row is open, because the user has just saved it. */
	openRow?: string;
}

/** One page of the list of entries, with filter and totals. */
export function ExtraList({ read, ...props }: ExtraListProps) {
	const { periods, filtered, after, next, ranges, toReview } = props;
	const [isJustFiltered, onSend] = useJustFiltered();
	const isFiltered = Object.keys(read.typed).length > 0;
	const isEmpty = periods.length === 0;
	return (
		<ListPage
			title="Mis Extras"
			add={
				<a className="btn main" href={addAddress(read)}>
					<Icon name="plus" /> Agregar extra
				</a>
			}
		>
			{!isEmpty && <Outputs read={read} lastSheet={isFiltered ? undefined : props.lastSheet} />}
			{(!isFiltered || read.filter.review) && <Review count={toReview} isShown={isFiltered} />}
			<FilterBar {...read} ranges={ranges} shifts={props.shifts} onSend={onSend} />
			{isEmpty ? (
				<Empty isFiltered={isFiltered || after !== undefined} />
			) : (
				filtered && <PeriodLine {...filtered} />
			)}
			<div className="filtered">
				{isJustFiltered && (
					<div className="wait filtering" role="status">
						Filtrando…
					</div>
				)}
				<DeletableList action={filterAddress({})}>
					<ExtraRows
						periods={periods}
						rows={props.rows}
						address={filterAddress(read.filter, after === undefined ? {} : { after })}
						hasMore={next !== undefined}
						isFiltered={filtered !== null}
						openRow={props.openRow}
					/>
				</DeletableList>
			</div>
			<nav className="row" aria-label="Páginas">
				{after !== undefined && (
					<a className="btn" href={filterAddress(read.filter)}>
						Ver desde el principio
					</a>
				)}
				{next && (
					<a key={next} className="btn" href={filterAddress(read.filter, { after: next })} rel="next">
						Ver más antiguas <Icon name="right" />
					</a>
				)}
			</nav>
			{!isEmpty && (
				<p className="row">
					{!periods[0]?.estimate && "¿Cuánto te tienen que pagar?"}
					<a className="btn" href="/auth/my-pay/settings">
						Mi convenio y el valor de la hora
					</a>
				</p>
			)}
		</ListPage>
	);
}

/** URL of the form for a new entry, from which one comes back to the list with the same filter. */
function addAddress({ filter }: ReadFilter): string {
	const add = "/auth/work-overtime/add-work-overtime";
	if (Object.keys(filter).length === 0) return add;
	return `${add}?redirectTo=${encodeURIComponent(filterAddress(filter))}`;
}

interface SheetLink {
	name: string;
	address: string;
}

/**
 * Links to the printable sheet, the CSV file and other pages.
 * @param lastSheet sheet of the previous pay period; without it, the links open the sheet of the filtered entries
 */
function Outputs({ read, lastSheet }: { read: ReadFilter; lastSheet?: SheetLink }) {
	const sheet = lastSheet?.address ?? filterAddress(read.filter, { view: "sheet" });
	return (
		<p className="row outputs">
			<a className="btn" href={sheet}>
				<Icon name="printer" />
				{` ${lastSheet?.name ?? "Planilla"}`}
			</a>
			<a className="btn" href={`${sheet}&share=1`}>
				<Icon name="share" /> Compartir
			</a>
			<a className="btn" href={filterAddress(read.filter).replace("work-overtime", "work-overtime/export")}>
				<Icon name="download" /> CSV
			</a>
			<a className="btn" href="/auth/my-pay">
				<Icon name="check" /> Recibos y saldos
			</a>
			<a className="btn" href="/auth/work-overtime/year">
				El año
			</a>
			<a className="btn" href={IMPORT}>
				Importar
			</a>
		</p>
	);
}

/**
 * Says how many entries the worker should review.
 * @param isShown whether the list below already shows only these entries
 */
function Review({ count, isShown }: { count: number; isShown: boolean }) {
	if (count === 0) return null;
	return (
		<p className="note">
			{count === 1 ? "Tenés una extra para revisar" : `Tenés ${count} extras para revisar`}: el 50 y el 100
			dependen de la hora de entrada, que no está.{" "}
			{isShown ? "Editá cada una y poné la hora." : <a href={filterAddress({ review: REVIEW })}>Ver</a>}
		</p>
	);
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
	if (isFiltered) return <p className="lead">No hay extras con este filtro.</p>;
	return (
		<div className="card">
			<h2>{messages.noExtras}</h2>
			<p>{messages.noExtrasHint}</p>
			<p>
				¿Las tenés en un CSV de Relevo? <a href={IMPORT}>Importar extras</a>
			</p>
		</div>
	);
}
