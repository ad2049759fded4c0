import { Link, useLocation } from "@remix-run/react";
import type { DateRange } from "~/features/profile/pay-period";
import * as messages from "~/lib/messages";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { type CardExtra, ExtraCard } from "./extra-card";
import { ExtraSums } from "./extra-sums";
import type { Totals } from "./extras-list.server";
import { filterAddress, REVIEW, type ReadFilter } from "./filter";
import { ActiveFilters, FilterForm } from "./filter-form";
import { useJustFiltered } from "./use-just-filtered";

interface ExtraListProps {
	read: ReadFilter;
	extras: readonly CardExtra[];
	/** Cursor of the next page of the list; undefined on the last page. */
	next?: string;
	/** Totals of the filtered overtime entries; null without a filter. */
	totals: Totals | null;
	/** The current pay period, with the totals of the overtime entries within it. */
	period: DateRange & { totals: Totals };
	/** Date ranges, such as the current month, that the page shows as named links. */
	ranges: readonly (DateRange & { name: string })[];
	warnings: readonly string[];
	/** Whether at least one overtime entry has a note about rest time. */
	hasRestNotes: boolean;
	/** Whether the user has a shift diagram whose anchor date (first day of crew A's cycle) is unconfirmed. */
	isOnUnconfirmed: boolean;
	/** Number of overtime entries marked for review, regardless of the filter. */
	toReview: number;
	/** Address of the list with the current filter and page. */
	address: string;
	isFirstPage: boolean;
}

/** One page of the list of overtime entries, with filter and totals. */
export function ExtraList({ read, ...props }: ExtraListProps) {
	const { extras, next, totals, period, ranges, warnings, toReview, address, isFirstPage } = props;
	// The location key changes with every navigation. As the `key` of the filter form, the location key makes React
	// replace the form, which then shows the filter of the new address.
	const { key } = useLocation();
	const [isJustFiltered, onSend] = useJustFiltered();
	const isFiltered = Object.keys(read.typed).length > 0;
	const isReviewing = read.filter.review !== undefined;
	return (
		<>
			<h1>Mis Extras</h1>
			{toReview > 0 && (!isFiltered || isReviewing) && (
				<p className="note">
					{toReview === 1 ? "Tenés una extra para revisar" : `Tenés ${toReview} extras para revisar`}: el 50 y
					el 100 dependen de la hora de entrada, que no está.{" "}
					{isReviewing ? (
						"Editá cada una y poné la hora."
					) : (
						<Link to={filterAddress({ review: REVIEW })}>Ver</Link>
					)}
				</p>
			)}
			<FilterForm key={key} {...read} ranges={ranges} onSend={onSend} />
			<ActiveFilters filter={read.filter} />
			{extras.length === 0 ? (
				<Empty isFiltered={isFiltered || !isFirstPage} />
			) : (
				<ExtraSums filter={read.filter} filtered={totals} period={period} warnings={warnings} />
			)}
			{props.hasRestNotes && (
				<p className="hint">
					Entre un trabajo y el otro la ley pide 12 h de descanso (LCT art. 197).
					{props.isOnUnconfirmed &&
						" Tus turnos salen de un diagrama sin confirmar por tu planta: comparalo con un turno que ya hiciste."}
				</p>
			)}
			<div className="filtered">
				{isJustFiltered && (
					<div className="wait filtering" role="status">
						Filtrando…
					</div>
				)}
				<DeletableList action={filterAddress({})}>
					{extras.map((extra, index) => (
						<ExtraCard
							key={extra.idFile}
							extra={extra}
							id={rowId(index)}
							backTo={addressAfterDelete(address, index, extras.length, next !== undefined)}
						/>
					))}
				</DeletableList>
			</div>
			<nav className="row" aria-label="Páginas">
				{!isFirstPage && (
					<Link className="button" to={filterAddress(read.filter)}>
						Ver desde el principio
					</Link>
				)}
				{next && (
					<Link key={next} className="button" to={filterAddress(read.filter, { after: next })} rel="next">
						Ver más antiguas <Icon name="right" />
					</Link>
				)}
			</nav>
			{extras.length > 0 && (
				<p className="row">
					<Link className="button" to={filterAddress(read.filter, { view: "sheet" })}>
						<Icon name="printer" /> Planilla
					</Link>
					<Link className="button" to="/auth/work-overtime/slips">
						<Icon name="check" /> Recibos y saldos
					</Link>
					<a
						className="button"
						href={filterAddress(read.filter).replace("work-overtime", "work-overtime/export")}
					>
						<Icon name="download" /> Descargar (CSV)
					</a>
				</p>
			)}
			<p className="floating">
				<Link className="button main" to="/auth/work-overtime/add-work-overtime">
					<Icon name="plus" /> Agregar extra
				</Link>
			</p>
		</>
	);
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
	if (isFiltered) return <p className="lead">No hay extras con este filtro.</p>;
	return (
		<div className="card">
			<h2>{messages.noExtras}</h2>
			<p>{messages.noExtrasHint}</p>
		</div>
	);
}
