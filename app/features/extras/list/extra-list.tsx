import type { SerializeFrom } from "@remix-run/node";
import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import * as extraMessages from "~/features/extras/extra-messages";
import { ArrowLink } from "~/ui/back-link";
import { DeletableList } from "~/ui/deletion/delete-dialog";
import { EmptyList } from "~/ui/empty-list";
import { Icon } from "~/ui/icons";
import { ListPage } from "~/ui/list-page";
import { PageLinks } from "~/ui/page-links";
import { ExtraRows } from "./extra-rows";
import { addAddress, filterAddress, REVIEW, type ReadFilter } from "./filter";
import { AppliedFilter, FilterForm } from "./filter-form";
import { PeriodCard } from "./period-card";
import type { readListPage } from "./read-list-page.server";

const IMPORT = "/auth/work-overtime/import";

type Listed = SerializeFrom<typeof readListPage>;

/** One page of the list of entries, with filter and totals. */
export function ExtraList({ read, ...props }: Listed & { read: ReadFilter }) {
	const { periods, card, after, next, toReview } = props;
	const [isJustFiltered, onSend] = useJustFiltered();
	const isFiltered = Object.keys(read.typed).length > 0;
	const main = periods.length === 0 ? undefined : card;
	const isNew = !main && !isFiltered && after === undefined;
	const add = (
		<a className="btn main" href={addAddress(filterAddress(read.filter))}>
			<Icon name="plus" /> Agregar extra
		</a>
	);
	return (
		<ListPage
			title="Mis Extras"
			part={main?.name}
			tools={
				<>
					{props.earlier && <ArrowLink to={props.earlier.address} label={props.earlier.name} icon="left" />}
					{props.later && <ArrowLink to={props.later.address} label={props.later.name} icon="right" />}
					<FilterForm {...read} ranges={props.ranges} shifts={props.shifts} onSend={onSend} />
					{main && <More read={read} lastSheet={isFiltered ? undefined : props.lastSheet} />}
				</>
			}
			add={!isNew && add}
		>
			<AppliedFilter filter={read.filter} ranges={props.ranges} />
			{main ? <PeriodCard {...main} /> : <Empty isNew={isNew} isLater={after !== undefined} add={add} />}
			{(!isFiltered || read.filter.review) && <Review count={toReview} isShown={isFiltered} />}
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
						openRow={props.openRow}
					/>
				</DeletableList>
			</div>
			<PageLinks
				first={after !== undefined && { href: filterAddress(read.filter), text: "Ver desde el principio" }}
				next={
					next !== undefined && {
						href: filterAddress(read.filter, { after: next }),
						text: "Ver más antiguas",
					}
				}
			/>
		</ListPage>
	);
}

/**
 * What is done with the list once a month: its sheet, its file, and other pages.
 * @param lastSheet sheet of the previous pay period; without it, the links open the sheet of the filtered entries
 */
function More({ read, lastSheet }: { read: ReadFilter; lastSheet?: Listed["lastSheet"] }) {
	const sheet = lastSheet?.address ?? filterAddress(read.filter, { view: "sheet" });
	const file = filterAddress(read.filter).replace("work-overtime", "work-overtime/export");
	const links = [
		[lastSheet?.name ?? "Planilla", sheet],
		["Compartir", `${sheet}&share=1`],
		["Descargar para Excel", file],
		["Importar", IMPORT],
		["El año", "/auth/work-overtime?view=year"],
		["Mi pago", "/auth/my-pay"],
		["Convenio y valor de la hora", "/auth/my-pay/settings"],
	] as const;
	return (
		<details className="pop">
			<summary className="btn square" aria-label="Más">
				<Icon name="dots" />
			</summary>
			<div>
				<ul className="card links">
					{links.map(([name, address]) => (
						<li key={name}>
							<a href={address}>{name}</a>
						</li>
					))}
				</ul>
			</div>
		</details>
	);
}

/**
 * Says how many entries the worker should review.
 * @param isShown whether the list below already shows only these entries
 */
function Review({ count, isShown }: { count: number; isShown: boolean }) {
	if (count === 0) return null;
	const text = count === 1 ? "Tenés una extra para revisar" : `Tenés ${count} extras para revisar`;
	if (!isShown)
		return (
			<a className="twice" href={filterAddress({ review: REVIEW })}>
				<span>{text}</span>
				<Icon name="right" />
			</a>
		);
	return (
		<p className="note">
			{text}: el 50 y el 100 dependen de la hora de entrada, que no está. Editá cada una y poné la hora.
		</p>
	);
}

/** @param isLater whether extras may stand on earlier pages: the only one of the last page was deleted */
function Empty({ isNew, isLater, add }: { isNew: boolean; isLater: boolean; add: ReactNode }) {
	if (isLater) return <p className="lead">No hay extras más antiguas.</p>;
	if (!isNew) return <p className="lead">No hay extras con este filtro.</p>;
	return (
		<EmptyList title={extraMessages.noExtras} hint={extraMessages.noExtrasHint}>
			<p className="row">
				{add}
				<a className="btn" href={IMPORT}>
					Importar extras
				</a>
			</p>
		</EmptyList>
	);
}

const SHOWN_MS = 1000;

/**
 * Lets the list show a status message for one second after the user has filtered it.
 * @returns whether to show the message now, and a function to call when the filter form is sent
 */
function useJustFiltered(): [boolean, () => void] {
	const { key } = useLocation();
	const [sentFrom, setSentFrom] = useState<string>();
	const isShown = sentFrom !== undefined && sentFrom !== key;
	useEffect(() => {
		if (!isShown) return;
		const timer = setTimeout(() => setSentFrom(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [isShown]);
	return [isShown, () => setSentFrom(key)];
}
