import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import { capitalised } from "~/lib/capitalised";
import { listed } from "~/lib/listed";
import { type CivilDate, formatDayOfYear } from "~/lib/time/civil-date";
import type { HolidayOfYear } from "./year-figures";

interface YearHolidaysProps {
	title: string;
	holidays: readonly HolidayOfYear[];
	today: CivilDate;
	/** Whether some of the days are worked and others free, so that each says which. */
	isMixed?: boolean;
}

/**
 * List of the holidays on which the worker works, of the holidays on which the worker is free, or of days that are no
 * public holidays. Past holidays of the current year are folded.
 */
export function YearHolidays({ title, holidays, today, isMixed }: YearHolidaysProps) {
	const isCurrentYear = holidays.some(({ date }) => date.slice(0, 4) === today.slice(0, 4));
	const past = isCurrentYear ? holidays.filter(({ date }) => date < today) : [];
	const shown = holidays.slice(past.length);
	return (
		<section className="card">
			<h3>{title}</h3>
			{shown.length > 0 ? (
				<List holidays={shown} isMixed={isMixed} />
			) : (
				<p>{past.length > 0 ? "Ninguno más." : "Ninguno."}</p>
			)}
			{past.length > 0 && (
				<details className="fold">
					<summary>{pastText(datesOf(past).length)}</summary>
					<List holidays={past} isMixed={isMixed} />
				</details>
			)}
		</section>
	);
}

/** One item a date, as `countHolidays` counts: two holidays may fall on one date. */
function List({ holidays, isMixed }: Pick<YearHolidaysProps, "holidays" | "isMixed">) {
	return (
		<ul className="holidays">
			{datesOf(holidays).map((date) => {
				const ofDate = holidays.filter((holiday) => holiday.date === date);
				const worked = ofDate.find(({ works }) => works);
				return (
					<li key={date}>
						<b>{capitalised(formatDayOfYear(date))}</b> {listed(ofDate.map(describe))}
						{worked ? `: ${workText(worked)}` : isMixed && ": libre"}
					</li>
				);
			})}
		</ul>
	);
}

function datesOf(holidays: readonly HolidayOfYear[]): CivilDate[] {
	return Array.from(new Set(holidays.map(({ date }) => date)));
}

function pastText(past: number): string {
	return past === 1 ? "Ya pasó 1" : `Ya pasaron ${past}`;
}

/** Describes the work on a holiday: the end of the night shift from the day before, a shift on the holiday, or both. */
function workText({ letter, startsAfterNight }: HolidayOfYear): string {
	if (letter === "F") return "la madrugada, hasta salir del turno";
	const work = shiftText(letter).toLowerCase();
	return startsAfterNight ? `la madrugada y ${work}` : work;
}
