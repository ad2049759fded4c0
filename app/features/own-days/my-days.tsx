import type { ComponentProps } from "react";
import { FIRST_YEAR, type Month, nameOf, yearOf } from "~/features/diagrams/periods";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { AgendaItem, agendaDay } from "~/features/shift/agenda/agenda";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { type OwnDay, ownDayName, rangeText, YEARS_AHEAD } from "~/features/shift/own-day";
import { isDateAccepted } from "~/lib/forms/date-field";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Deletion } from "~/ui/deletion/delete-dialog";
import { Icon } from "~/ui/icons";
import { OwnDayForm } from "./own-day-form";
import { OwnDayLinks } from "./own-day-links";

interface MyDaysProps {
	month: Month;
	today: CivilDate;
	calendar: OwnCalendar;
	holidays: readonly Holiday[];
	/** The chosen day with its form; undefined if no day is chosen. */
	form?: DayForm;
	/** Answer to a form that was not saved. */
	refused?: Partial<ComponentProps<typeof OwnDayForm>>;
}

interface DayForm extends Pick<ComponentProps<typeof OwnDayForm>, "idFile" | "shown" | "version" | "crews"> {
	day: CivilDate;
	/** The own days that the form edits; undefined for new ones. */
	ownDay?: OwnDay;
	/** Whether the form that added these own days was opened again. */
	isSaved: boolean;
}

/** Beside a month: the chosen day, with the form of its own days, and the month's own days. */
export function MyDays({ form, refused, ...shown }: MyDaysProps) {
	const { month, today, calendar } = shown;
	const year = yearOf(month);
	const first = `${month}-01`;
	const isOther = !today.startsWith(month) && isDateAccepted(first, today, YEARS_AHEAD);
	const ownDays = calendar.ownDays.filter(
		({ firstDay, lastDay }) => firstDay.slice(0, 7) <= month && lastDay.slice(0, 7) >= month,
	);
	return (
		<div className="stack">
			{form && <ChosenDay {...shown} form={form} refused={refused} />}
			<section className="card" aria-labelledby="mis-dias">
				<h2 id="mis-dias">Tus días de {nameOf(month)}</h2>
				{ownDays.length === 0 ? (
					<p>
						Tocá un día para anotar vacaciones, una licencia, un cambio de turno u otro día en que no seguís
						tu diagrama. Solo los ves vos.
					</p>
				) : (
					<OwnDayLinks ownDays={ownDays} />
				)}
				<p className="row">
					{!form && (
						<a className="btn main" href={`?day=${isOther ? first : "hoy"}#dia`}>
							<Icon name="plus" /> Agregar días
						</a>
					)}
					{year >= FIRST_YEAR && (
						<a className="btn" href={`/my-shift/calendar?year=${year}#mis-dias`}>
							Todos los de {year}
						</a>
					)}
				</p>
			</section>
		</div>
	);
}

/** A day in words, with the form of its own days and the way to overtime on it. */
export function ChosenDay({ form, refused, ...shown }: MyDaysProps & { form: DayForm }) {
	const { day, ownDay, isSaved, ...values } = form;
	const { month, today, calendar, holidays } = shown;
	return (
		<section className="card" id="dia" aria-label="El día">
			<AgendaItem day={agendaDay(calendar, day)} isToday={day === today} holidays={holidays} />
			{isDateAccepted(day, today) && (
				<p className="row">
					<a className="btn" href={`/auth/work-overtime/add-work-overtime?date=${day}`}>
						Agregar extra
					</a>
				</p>
			)}
			{(ownDay || isDateAccepted(day, today, YEARS_AHEAD)) && (
				<>
					<h2>{ownDay ? "Editar días" : "Agregar días"}</h2>
					{isSaved && !refused && (
						<p className="note">
							Esto ya está guardado: si cambiás algo, cambia eso. <a href="?day=hoy#dia">Agregar otros</a>
						</p>
					)}
					<OwnDayForm
						// A new key resets the form for the next own days.
						key={values.idFile}
						{...values}
						{...refused}
						today={today}
						// A refused form is sent where it was: as one for new days it does not undo an edit made since.
						action={ownDay && !refused ? `?edit=${ownDay.id}` : undefined}
						cancel={`/auth/my-days?month=${month}`}
						submit={ownDay ? undefined : "Agregar días"}
					/>
					{ownDay && (
						<p className="row">
							<a className="btn text bad" href={`?edit=${ownDay.id}&intent=delete`}>
								<Icon name="trash" /> Eliminar
								<span className="hidden-text">
									{" "}
									{ownDayName(ownDay)} {rangeText(ownDay)}
								</span>
							</a>
						</p>
					)}
				</>
			)}
		</section>
	);
}

export function deletionOf(ownDay: OwnDay): Deletion {
	return {
		idFile: ownDay.id,
		question: "¿Querés eliminar esto de tus días?",
		what: `${ownDayName(ownDay)}, ${rangeText(ownDay)}`,
		consequence: "En tu calendario vuelve a aparecer tu turno.",
	};
}
