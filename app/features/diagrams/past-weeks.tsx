import { type CivilDate, dayNumber, isSameMonth, weekdayOf } from "~/lib/time/civil-date";
import { WEEK_DAYS } from "~/lib/units/durations";
import { type Month, nameOf } from "./periods";

/**
 * Returns how many days at the beginning of the month the page may hide behind a link: the days before today's week.
 * Returns 0 for any month but the current one, and if only one week is past, because the link would take as much room.
 * @param first the first day that the page shows of the month
 */
export function pastDays(first: CivilDate, today: CivilDate): number {
	if (!isSameMonth(first, today)) return 0;
	const days = dayNumber(today) - dayNumber(first) + 1 - weekdayOf(today);
	const blanks = weekdayOf(first) - 1;
	return days + blanks > WEEK_DAYS ? days : 0;
}

/**
 * A link that shows the hidden weeks of a month. The stylesheet shows these weeks while the enclosing section is the
 * target of the URL's fragment.
 */
export function PastWeeksLink({ month, today, section }: PastWeeksLinkProps) {
	if (pastDays(`${month}-01`, today) === 0) return null;
	return (
		<a className="past-link" href={`#${section}`}>
			Ver desde el 1<span className="hidden-text"> de {nameOf(month)}</span>
		</a>
	);
}

interface PastWeeksLinkProps {
	month: Month;
	today: CivilDate;
	/** Id of the `section` element that contains the calendar. */
	section: string;
}
