import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, weekdayName } from "~/lib/time/civil-date";
import { type OwnDay, ownDayFacts } from "./own-day";

/** A row of days, each with its weekday, day of the month and shift letter. */
export function WeekStrip({
	days,
	pathOf,
}: {
	days: readonly { date: CivilDate; letter: ShiftLetter; isHoliday?: boolean; ownDay?: OwnDay }[];
	/** Returns the URL to which a day links. If undefined, the days are not links. */
	pathOf?: (date: CivilDate) => string;
}) {
	return (
		<ul className="week">
			{days.map(({ date, letter, isHoliday, ownDay }) => {
				const own = ownDay && ownDayFacts[ownDay.kind];
				const text = own?.tag && ownDay ? ownDayFacts[ownDay.kind].name : shiftText(letter);
				const content = (
					<>
						{weekdayName(date).slice(0, 3)} {datePartsOf(date).day}
						<b className={`tag ${letter}`} title={text}>
							<span aria-hidden="true">{own?.tag ?? letter}</span>
							<span className="hidden-text">{text}</span>
						</b>
						{isHoliday && <small>feriado</small>}
						{own && <small>{own.word}</small>}
					</>
				);
				return <li key={date}>{pathOf ? <a href={pathOf(date)}>{content}</a> : <div>{content}</div>}</li>;
			})}
		</ul>
	);
}
