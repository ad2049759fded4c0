import type { ReactNode } from "react";
import type { Diagram } from "~/features/diagrams/cycle";
import { Legend } from "~/features/diagrams/legend";
import type { Month } from "~/features/diagrams/periods";
import { StepLinks } from "~/features/diagrams/step-links";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { Agenda, agendaDay } from "~/features/shift/agenda/agenda";
import type { OwnCalendar } from "~/features/shift/own-calendar";
import { type CivilDate, daysOfMonth } from "~/lib/time/civil-date";
import { BackLink } from "~/ui/back-link";
import { MyMonthTable } from "./my-months";

interface MyMonthViewProps {
	month: Month;
	today: CivilDate;
	/** The calendar from the day before the month on, whose night shift ends in the month. */
	calendar: OwnCalendar;
	/** The diagrams of the month's days. */
	diagrams: readonly Diagram[];
	/** Whether the worker's present shifts are known. */
	isKnown: boolean;
	/** Whose they are, and whether the shown ones are uncertain. */
	who: string;
	/** The month's holidays. */
	holidays: readonly Holiday[];
	/** What is missing among the holidays of the month's year. */
	missing?: string;
	monthHref: (month: Month) => string;
	dayHref: (date: CivilDate) => string;
	/** The day whose details the page shows. */
	chosen?: CivilDate;
	/** Content beside the calendar. */
	children?: ReactNode;
}

/** The page of one month of the worker's own calendar: the month and, unless a day is chosen, its days in words. */
export function MyMonthView({ isKnown, who, monthHref, dayHref, children, ...shown }: MyMonthViewProps) {
	const { month, today, calendar, diagrams, holidays, missing } = shown;
	return (
		<>
			<BackLink to="/my-shift/calendar">Mis doce meses</BackLink>
			<StepLinks shown={month} today={today} hrefOf={monthHref} />
			<div className="detail">
				<section className="card month-card" aria-label="Calendario">
					<MyMonthTable {...shown} hrefOf={dayHref} />
					{missing && <p className="hint">{missing}</p>}
					{diagrams.length > 0 && <Legend diagrams={diagrams} />}
					{!isKnown && <TellShift />}
					{who && <p className="hint">{who}</p>}
				</section>
				{children}
			</div>
			{!shown.chosen && (
				<Agenda
					days={daysOfMonth(month).map((date) => agendaDay(calendar, date))}
					today={today}
					holidays={holidays}
				/>
			)}
		</>
	);
}

/** Asks for the present shifts, without which the calendar has none from today on. */
export function TellShift() {
	return (
		<p className="note">
			Para ver tus turnos acá, <a href="/my-shift/find">decinos qué turno tenés hoy</a>.
		</p>
	);
}
