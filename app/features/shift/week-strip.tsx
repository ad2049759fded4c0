import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { type CivilDate, datePartsOf, weekdayName } from "~/lib/time/civil-date";

/** The shifts of some days in a row, each with weekday, day of the month and shift letter. */
export function WeekStrip({
	days,
}: {
	days: readonly { date: CivilDate; letter: ShiftLetter; isHoliday?: boolean }[];
}) {
	return (
		<ul className="week">
			{days.map(({ date, letter, isHoliday }) => (
				<li key={date}>
					{weekdayName(date).slice(0, 3)} {datePartsOf(date).day}
					<b className={`tag ${letter}`} title={shiftText(letter)}>
						<span aria-hidden="true">{letter}</span>
						<span className="hidden-text">{shiftText(letter)}</span>
					</b>
					{isHoliday && <small>feriado</small>}
				</li>
			))}
		</ul>
	);
}
