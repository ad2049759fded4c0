import type { ReactNode } from "react";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { addDays, type CivilDate, datePartsOf, dayNumber } from "~/lib/time/civil-date";
import type { HolidayAnswer, ShiftAnswers } from "../answers";
import { shortDay, shortMonth } from "../now-text";
import { isAbsence, ownDayFacts } from "../own-day";

const AFTER_SHIFT = "al salir";

/** What comes next for the worker: who relieves, the next day off, free weekend and holiday. */
export function TodayFacts({ answers }: { answers: ShiftAnswers }) {
	const { relief, freeWeekend, holiday, nextDayOff, daysOff, now } = answers;
	const today = answers.today.date;
	return (
		<dl className="facts">
			{relief && <Relief relief={relief} isNow={[today, now?.date].includes(relief.date)} today={today} />}
			{daysOff && now && !daysOff.hasAbsence && (
				<Fact name="Franco" aside={`hasta el ${shortDay(daysOff.last, today)}`}>
					{AFTER_SHIFT}
				</Fact>
			)}
			{!daysOff && nextDayOff && (
				<Fact
					name={isAbsence(nextDayOff.ownDay) ? "Próximo día sin trabajar" : "Próximo franco"}
					aside={
						nextDayOff.ownDay
							? ownDayFacts[nextDayOff.ownDay.kind].name.toLowerCase()
							: nextDayOff.startsAfterNight
								? AFTER_SHIFT
								: inDays(nextDayOff.date, today)
					}
				>
					{shortDay(nextDayOff.date, today)}
				</Fact>
			)}
			{freeWeekend && (
				<Fact name="Fin de semana libre" aside={freeWeekend.startsAfterNight && AFTER_SHIFT}>
					{weekendText(freeWeekend.saturday)}
				</Fact>
			)}
			{holiday && <NextHoliday holiday={holiday} today={today} />}
		</dl>
	);
}

interface FactProps {
	name: string;
	/** Less important words after the answer. */
	aside?: string | false;
	children: ReactNode;
}

function Fact({ name, aside, children }: FactProps) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>
				{children} {aside && <small>· {aside}</small>}
			</dd>
		</div>
	);
}

interface ReliefProps {
	relief: NonNullable<ShiftAnswers["relief"]>;
	/** Whether the relief is that of the shift on the tile. */
	isNow: boolean;
	today: CivilDate;
}

function Relief({ relief, isNow, today }: ReliefProps) {
	const { date, relieves, relievedBy } = relief;
	const [first, second] = [
		relieves && { words: "relevás a", crew: relieves },
		relievedBy && { words: "te releva", crew: relievedBy },
	].filter((one) => one !== undefined);
	if (!first) return null;
	const name = isNow ? capitalised(first.words) : `El ${shortDay(date, today)} ${first.words}`;
	const crew = <b className="crew">{first.crew}</b>;
	if (!second) return <Fact name={name}>{crew}</Fact>;
	return (
		<div>
			<dt>
				{name} {crew}
			</dt>
			<dd>
				<small>
					{second.words} <b className="crew">{second.crew}</b>
				</small>
			</dd>
		</div>
	);
}

function NextHoliday({ holiday, today }: { holiday: HolidayAnswer; today: CivilDate }) {
	const { date, name, confirmed } = holiday;
	return (
		<div className="two-lines">
			<dt>
				Próximo feriado
				<small>
					{name}
					{!confirmed && ", a confirmar"}
				</small>
			</dt>
			<dd>
				{date === today ? "hoy" : shortDay(date, today)} <small>{holidayWork(holiday)}</small>
			</dd>
		</div>
	);
}

/** What the worker does on a holiday. The shift of the day before may end on the holiday's morning. */
function holidayWork({ letter, ownDay, works }: HolidayAnswer): string {
	if (letter !== "F") return "trabajás";
	const dayOff = ownDay && isAbsence(ownDay) ? ownDayFacts[ownDay.kind].name.toLowerCase() : "franco";
	return works ? `${dayOff} ${AFTER_SHIFT}` : dayOff;
}

function weekendText(saturday: CivilDate): string {
	const sunday = addDays(saturday, 1);
	const isOneMonth = shortMonth(saturday) === shortMonth(sunday);
	const month = isOneMonth ? "" : ` ${shortMonth(saturday)}`;
	return `${datePartsOf(saturday).day}${month} y ${datePartsOf(sunday).day} ${shortMonth(sunday)}`;
}

function inDays(date: CivilDate, today: CivilDate): string {
	return `en ${counted(dayNumber(date) - dayNumber(today), "día")}`;
}
