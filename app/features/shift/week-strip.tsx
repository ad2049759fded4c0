import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, weekdayName } from "~/lib/time/civil-date";
import { type OwnDay, ownDayNames, ownDayTags } from "./own-day";

/** Some days in a row, each with weekday, day and letter. */
export function WeekStrip({
	days,
}: {
	days: readonly { date: CivilDate; letter: ShiftLetter; isHoliday?: boolean; ownDay?: OwnDay }[];
}) {
	return (
		<ul className="week">
			{days.map(({ date, letter, isHoliday, ownDay }) => {
				const own = ownDay && ownDayTags[ownDay.kind];
				const text = own?.tag && ownDay ? ownDayNames[ownDay.kind] : shiftText(letter);
				return (
					<li key={date}>
						{weekdayName(date).slice(0, 3)} {datePartsOf(date).day}
						<b className={`tag ${letter}`} title={text}>
							<span aria-hidden="true">{own?.tag ?? letter}</span>
							<span className="hidden-text">{text}</span>
						</b>
						{isHoliday && <small>feriado</small>}
						{own && <small>{own.word}</small>}
					</li>
				);
			})}
		</ul>
	);
}
