import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, shortWeekday } from "~/lib/time/civil-date";
import type { WeekDay } from "../answers";
import { ownDayFacts } from "../own-day";

/** A row of days from today on, usually seven, each with its weekday, day of the month and shift letter. */
export function WeekStrip({
	days,
	pathOf,
}: {
	days: readonly WeekDay[];
	/** Returns the URL to which a day links. If undefined, the days are not links. */
	pathOf?: (date: CivilDate) => string;
}) {
	return (
		<ol className="week" aria-label={`Los próximos ${days.length === 7 ? "siete" : days.length} días`}>
			{days.map(({ date, letter, holiday, ownDay }, ahead) => {
				const own = ownDay && ownDayFacts[ownDay.kind];
				const text = own?.tag ? own.name : shiftText(letter);
				const content = (
					<>
						<span>{shortWeekday(date)}</span>
						<b>{datePartsOf(date).day}</b>
						<i className={`letter ${own ? "own" : letter}`} title={text}>
							<span aria-hidden="true">{own?.tag ?? letter}</span>
							<span className="hidden-text">{text}</span>
						</i>
						{holiday === "feriado" && <span className="hidden-text">feriado</span>}
						{own && !own.tag && <span className="hidden-text">{own.name}</span>}
					</>
				);
				return (
					<li
						key={date}
						aria-current={ahead === 0 ? "date" : undefined}
						className={holiday === "feriado" ? "holiday" : undefined}
					>
						{pathOf ? <a href={pathOf(date)}>{content}</a> : content}
					</li>
				);
			})}
		</ol>
	);
}
