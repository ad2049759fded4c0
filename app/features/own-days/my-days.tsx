import { Link } from "react-router-dom";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, periodTitle } from "~/features/diagrams/periods";
import { type MonthDay, MyMonth } from "~/features/shift/calendar/my-month";
import { type OwnDay, type OwnDayKind, ownDayFacts, ownDayName, rangeText } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { DeletableList, DeleteLink } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { deletionOf } from "./own-day-deletion";

interface MonthSectionProps {
	month: Month;
	days: readonly (MonthDay & { holidayNames: readonly string[] })[];
	today: CivilDate;
	monthDays: readonly OwnDay[];
	/** A month such as 2026-11; undefined if no own days (vacation, leave and the like) are allowed then. */
	previousMonth?: Month;
	nextMonth?: Month;
	/** Whether the worker's shifts are known on any date, in this month or another. */
	hasRotation: boolean;
}

/** Shows a month of the worker's calendar, and lists its holidays and own days (vacation, leave and the like). */
export function MonthSection({ month, days, today, ...props }: MonthSectionProps) {
	const title = periodTitle(month);
	const holidays = days.filter(({ holidayNames }) => holidayNames.length > 0);
	return (
		<section className="card" id="calendario" aria-labelledby="mes">
			<div className="month-head">
				<h2 id="mes">{title}</h2>
				{props.hasRotation && <PastWeeksLink month={month} today={today} section="calendario" />}
			</div>
			{props.hasRotation ? (
				<MyMonth title={title} days={days} today={today} />
			) : (
				<p>
					Para ver tus turnos acá, <a href="/my-shift/find">decinos qué turno tenés hoy</a>.
				</p>
			)}
			<ul className="holidays">
				{props.monthDays.map((ownDay) => (
					<li key={ownDay.id}>
						<b>{ownDayName(ownDay)}</b>, {rangeText(ownDay)}
					</li>
				))}
				{holidays.map(({ date, holidayNames }) => (
					<li key={date}>
						<b>{formatDayOfMonth(date)}</b>: {holidayNames.join(", ")}
					</li>
				))}
			</ul>
			<nav className="row toolbar" aria-label="Meses">
				{props.previousMonth && (
					<Link className="btn" to={`?month=${props.previousMonth}`} preventScrollReset>
						<Icon name="left" /> {capitalised(nameOf(props.previousMonth))}
					</Link>
				)}
				{props.nextMonth && (
					<Link className="btn" to={`?month=${props.nextMonth}`} preventScrollReset>
						{capitalised(nameOf(props.nextMonth))} <Icon name="right" />
					</Link>
				)}
			</nav>
		</section>
	);
}

interface YearSectionProps {
	year: number;
	/** The year before `year` and the year after it, each only if own days are allowed in that year. */
	years: readonly number[];
	counts: readonly { kind: OwnDayKind; days: number }[];
	/** One page of the year's own days (vacation, leave and the like), newest first. */
	ownDays: readonly OwnDay[];
	isFirstPage: boolean;
	/** Cursor of the next page; undefined on the last page. */
	next?: CivilDate;
}

/** Shows a year's own days (vacation, leave and the like): the number of days of each kind, and a list. */
export function YearSection({ year, years, counts, ownDays, isFirstPage, next }: YearSectionProps) {
	const address = `/auth/my-days?year=${year}`;
	return (
		<section aria-labelledby="anio">
			<h2 id="anio">Tus días de {year}</h2>
			{counts.length === 0 && <p>No anotaste ningún día de {year}.</p>}
			{counts.length > 0 && (
				<>
					<p className="hint">Son días corridos: cuentan también tus francos y los feriados.</p>
					<div className="sums">
						<table className="totals form">
							<caption className="hidden-text">Cuántos días de cada cosa</caption>
							<tbody>
								{counts.map(({ kind, days }) => (
									<tr key={kind}>
										<th scope="row">{ownDayFacts[kind].name}</th>
										<td>{counted(days, "día")}</td>
									</tr>
								))}
							</tbody>
						</table>
					</div>
				</>
			)}
			<DeletableList action="/auth/my-days">
				<ul className="cards">
					{ownDays.map((ownDay, index) => (
						<OwnDayCard
							key={ownDay.id}
							ownDay={ownDay}
							id={rowId(index)}
							backTo={addressAfterDelete(address, index, ownDays.length, next !== undefined)}
						/>
					))}
				</ul>
			</DeletableList>
			<nav className="row" aria-label="Años">
				{!isFirstPage && (
					<a className="btn" href={address}>
						Ver desde el principio
					</a>
				)}
				{next && (
					<a className="btn" href={`${address}&after=${next}`}>
						Ver más antiguos <Icon name="right" />
					</a>
				)}
				{years.map((each) => (
					<a key={each} className="btn" href={`?year=${each}`}>
						{each < year && <Icon name="left" />}
						<span className="hidden-text">Año </span>
						{each}
						{each > year && <Icon name="right" />}
					</a>
				))}
			</nav>
		</section>
	);
}

function OwnDayCard({ ownDay, id, backTo }: { ownDay: OwnDay; id: string; backTo: string }) {
	const edit = `/auth/my-days/${ownDay.id}`;
	const range = rangeText(ownDay);
	return (
		<li className="card extra" id={id}>
			<h3>{ownDayName(ownDay)}</h3>
			<p>
				{capitalised(range)}
				{ownDay.bankMinutes && `, ${inHours(ownDay.bankMinutes)}`}
			</p>
			{ownDay.note && <p className="lines">{ownDay.note}</p>}
			<p className="row">
				<a className="btn" href={edit} aria-label={`Editar ${ownDayName(ownDay)} ${range}`}>
					<Icon name="pencil" /> Editar
				</a>
				<DeleteLink
					deletion={deletionOf(ownDay)}
					page={edit}
					backTo={backTo}
					label={`Eliminar ${ownDayName(ownDay)} ${range}`}
				/>
			</p>
		</li>
	);
}
