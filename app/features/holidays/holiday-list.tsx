import { capitalised } from "~/lib/capitalised";
import { formatDayOfMonth } from "~/lib/time/civil-date";
import { type Holiday, holidayKindNames, missingTouristDays, type YearOfHolidays } from "./holiday-rule";

/** The holidays of a month in order, if it has any, each with day, name and kind. Unconfirmed holidays are marked. */
export function HolidayList({ holidays }: { holidays: readonly Holiday[] }) {
	if (holidays.length === 0) return null;
	return (
		<ul className="holidays">
			{holidays.map((holiday) => (
				<li key={holiday.date + holiday.name}>
					<b>{capitalised(formatDayOfMonth(holiday.date))}</b> {describe(holiday)}
				</li>
			))}
		</ul>
	);
}

/** Says that the tourist days (bridge days) of the current or a later year are missing. */
export function MissingTouristDays(year: YearOfHolidays) {
	const text = missingTouristDays(year);
	return text && <p className="hint">{text}</p>;
}

/** Describes a holiday: "Soberanía Nacional (feriado, a confirmar)". */
export function describe({ name, kind, confirmed }: Pick<Holiday, "name" | "kind" | "confirmed">): string {
	return `${name} (${holidayKindNames[kind]}${confirmed ? "" : ", a confirmar"})`;
}
