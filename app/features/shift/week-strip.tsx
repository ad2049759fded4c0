import { type ShiftLetter, shiftNames } from "~/features/diagrams/cycle";
import { type CivilDate, datePartsOf, weekdayName } from "~/lib/time/civil-date";

/** The shifts of some days in a row, each with weekday, day of the month and shift letter. */
export function WeekStrip({
	days,
}: {
	days: readonly { date: CivilDate; letter: ShiftLetter; holiday?: string }[];
}) {
	return (
		<ul className="week">
			{days.map(({ date, letter, holiday }) => (
				<li key={date}>
					{weekdayName(date).slice(0, 3)} {datePartsOf(date).day}
					<abbr className={`tag ${letter}`} title={shiftNames[letter]}>
						{letter}
					</abbr>
					{holiday && <small>feriado</small>}
				</li>
			))}
		</ul>
	);
}
