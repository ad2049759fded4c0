import { MonthTable } from "~/features/diagrams/month-table";
import { periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type CivilDate, datePartsOf, formatDayOfMonth } from "~/lib/time/civil-date";
import { dayOf, type OwnCalendar } from "./own-calendar";
import { ownDayNames } from "./own-day";
import { letterOn, type Rotation } from "./rotation";

interface MyMonthsProps {
	rotation: Rotation;
	/** The shifts of the past, and the own days; `rotation` holds where the past is unknown. */
	calendar: OwnCalendar;
	today: CivilDate;
	/** The holidays of this year and the next. */
	holidays: readonly Holiday[];
}

/** A worker's shifts in twelve months, beginning with the present one. */
export function MyMonths({ rotation, calendar, today, holidays }: MyMonthsProps) {
	const { year, month } = datePartsOf(today);
	const months = Array.from({ length: 12 }, (_, ahead) => ({
		year: year + Math.floor((month - 1 + ahead) / 12),
		month: ((month - 1 + ahead) % 12) + 1,
	}));
	return (
		<div className="months">
			{months.map((each) => {
				const prefix = `${each.year}-${String(each.month).padStart(2, "0")}-`;
				const ofMonth = holidays.filter(({ date }) => date.startsWith(prefix));
				return (
					<section key={prefix} className="card month-card">
						<h2>{periodTitle({ kind: "month", ...each })}</h2>
						<MonthTable
							{...each}
							diagram={rotation.diagram}
							letterOf={(date) => dayOf(calendar, date).letter ?? letterOn(rotation, date)}
							today={today}
							holidays={ofMonth}
						/>
						<HolidayList holidays={ofMonth} />
						<OwnDayList calendar={calendar} month={prefix} />
					</section>
				);
			})}
		</div>
	);
}

/** The own days of a month, which is given as "2027-01-". */
function OwnDayList({ calendar, month }: { calendar: OwnCalendar; month: string }) {
	const shown = calendar.ownDays.filter(
		({ firstDay, lastDay }) => firstDay <= `${month}31` && lastDay >= `${month}01`,
	);
	if (shown.length === 0) return null;
	return (
		<ul className="holidays">
			{shown.map(({ id, kind, firstDay, lastDay }) => (
				<li key={id}>
					{lastDay === firstDay ? "El " : "Del "}
					<b>
						{formatDayOfMonth(firstDay)}
						{lastDay !== firstDay && ` al ${formatDayOfMonth(lastDay)}`}
					</b>
					: {ownDayNames[kind].toLowerCase()}
				</li>
			))}
		</ul>
	);
}
