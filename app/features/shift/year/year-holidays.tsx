import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, formatDayOfMonth, monthName } from "~/lib/time/civil-date";
import type { HolidayOfYear } from "./year-figures";

interface YearHolidaysProps {
	title: string;
	holidays: readonly HolidayOfYear[];
	today: CivilDate;
}

/**
 * List of the holidays on which the worker works, or of the holidays on which the worker is free. Past holidays of the
 * current year are folded.
 */
export function YearHolidays({ title, holidays, today }: YearHolidaysProps) {
	const isCurrentYear = holidays.some(({ date }) => date.slice(0, 4) === today.slice(0, 4));
	const past = isCurrentYear ? holidays.filter(({ date }) => date < today) : [];
	const shown = holidays.slice(past.length);
	return (
		<section className="card">
			<h3>{title}</h3>
			{shown.length > 0 ? <List holidays={shown} /> : <p>{past.length > 0 ? "Ninguno más." : "Ninguno."}</p>}
			{past.length > 0 && (
				<details className="fold">
					<summary>{past.length === 1 ? "Ya pasó 1" : `Ya pasaron ${past.length}`}</summary>
					<List holidays={past} />
				</details>
			)}
		</section>
	);
}

function List({ holidays }: { holidays: readonly HolidayOfYear[] }) {
	return (
		<ul className="holidays">
			{holidays.map((holiday) => (
				<li key={holiday.date + holiday.name}>
					<b>{capitalised(dayOfYearText(holiday.date))}</b> {describe(holiday)}
					{holiday.works && `: ${workText(holiday)}`}
				</li>
			))}
		</ul>
	);
}

/** Describes the work on a holiday: the end of the night shift from the day before, a shift on the holiday, or both. */
function workText({ letter, startsAfterNight }: HolidayOfYear): string {
	if (letter === "F") return "la madrugada, hasta salir del turno";
	const work = shiftText(letter).toLowerCase();
	return startsAfterNight ? `la madrugada y ${work}` : work;
}

/** Returns a date as "viernes 1 de enero". */
export function dayOfYearText(date: CivilDate): string {
	return `${formatDayOfMonth(date)} de ${monthName(datePartsOf(date).month)}`;
}
