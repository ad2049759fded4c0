import { MonthTable } from "~/features/diagrams/month-table";
import { periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import { letterOn, type Rotation } from "./rotation";

interface MyMonthsProps {
	rotation: Rotation;
	today: CivilDate;
	/** The holidays of this year and the next. */
	holidays: readonly Holiday[];
}

/** A worker's shifts in twelve months, beginning with the present one. */
export function MyMonths({ rotation, today, holidays }: MyMonthsProps) {
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
							letterOf={(date) => letterOn(rotation, date)}
							today={today}
							holidays={ofMonth}
						/>
						<HolidayList holidays={ofMonth} />
					</section>
				);
			})}
		</div>
	);
}
