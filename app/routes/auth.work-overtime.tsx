import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/features/auth/sessions.server";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { changeListByForm } from "~/features/overtime/delete-extra.server";
import { ExtraCard } from "~/features/overtime/extra-card";
import { ExtraSheet } from "~/features/overtime/extra-sheet";
import { ExtraSums } from "~/features/overtime/extra-sums";
import { filterAddress, REVIEW, readFilter } from "~/features/overtime/filter";
import { ActiveFilters, FilterForm } from "~/features/overtime/filter-form";
import { readListPage, readSheet } from "~/features/overtime/list-page.server";
import { redirectWithoutBlanks } from "~/lib/http.server";
import { messages } from "~/lib/messages";
import { DeletableList } from "~/ui/delete-dialog";
import { Icon } from "~/ui/icons";
import { placeAfterDeleting, rowId } from "~/ui/list-place";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Mis Extras");

export const handle = { hydrate: true };

export { revalidateWhenSaved as shouldRevalidate } from "~/ui/send-form";
export { sendFromList as clientAction } from "~/ui/stay-on-list";

/** Beyond it none can be read, and every card would carry it. */
const LONGEST_CURSOR = 80;

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	redirectWithoutBlanks(request);
	const { searchParams } = new URL(request.url);
	const read = readFilter(searchParams);
	const surroundings = {
		findHolidays: holidaysBetween,
		diagram: user.diagram ? await findDiagram(user.diagram) : undefined,
	};
	if (searchParams.get("view") === "sheet") {
		const sheet = await readSheet(user, read.filter, searchParams, surroundings);
		return json({ ...read, sheet, page: null });
	}
	const after = searchParams.get("after")?.slice(0, LONGEST_CURSOR);
	const page = await readListPage(user, read.filter, after, surroundings);
	// What is in the address besides goes into no link.
	const address = filterAddress(read.filter, after === undefined ? {} : { after });
	return json({ ...read, sheet: null, page: { ...page, address, isFirstPage: after === undefined } });
}

export async function action({ request }: ActionFunctionArgs) {
	const user = await requireUser(request, messages.noUserForRecords);
	return changeListByForm(request, user.id);
}

export default function WorkOvertimePage() {
	const { page, sheet, ...read } = useLoaderData<typeof loader>();
	if (sheet) return <ExtraSheet {...sheet} filter={read.filter} />;
	if (!page) return null;
	const { extras, next, totals, period, ranges, warnings, toReview, address, isFirstPage } = page;
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
			<FilterForm {...read} ranges={ranges} />
			<ActiveFilters filter={read.filter} />
			{extras.length === 0 ? (
				<Empty isFiltered={isFiltered || !isFirstPage} />
			) : (
				<ExtraSums filter={read.filter} filtered={totals} period={period} warnings={warnings} />
			)}
			{page.hasRestNotes && (
				<p className="hint">
					Entre un trabajo y el otro la ley pide 12 h de descanso (LCT art. 197).
					{page.isOnUnconfirmed &&
						" Tus turnos salen de un diagrama sin confirmar por tu planta: comparalo con un turno que ya hiciste."}
				</p>
			)}
			<DeletableList action={filterAddress({})}>
				{extras.map((extra, index) => (
					<ExtraCard
						key={extra.idFile}
						extra={extra}
						id={rowId(index)}
						backTo={placeAfterDeleting(address, index, extras.length, next !== undefined)}
					/>
				))}
			</DeletableList>
			<nav className="row" aria-label="Páginas">
				{!isFirstPage && (
					<Link className="button" to={filterAddress(read.filter)}>
						Ver desde el principio
					</Link>
				)}
				{next && (
					<Link className="button" to={filterAddress(read.filter, { after: next })} rel="next">
						Ver más antiguas <Icon name="right" />
					</Link>
				)}
			</nav>
			{extras.length > 0 && (
				<p className="row">
					<Link className="button" to={filterAddress(read.filter, { view: "sheet" })}>
						<Icon name="printer" /> Planilla y recibo
					</Link>
					<a
						className="button"
						href={filterAddress(read.filter).replace("work-overtime", "work-overtime/export")}
					>
						<Icon name="download" /> Descargar (CSV)
					</a>
				</p>
			)}
			<Link className="button main floating" to="/auth/work-overtime/add-work-overtime">
				<Icon name="plus" /> Agregar extra
			</Link>
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
