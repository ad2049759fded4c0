import type { ReactNode } from "react";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { MonthTable } from "~/features/diagrams/month-table";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { halfYearPath, monthPath, type Period, periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type CivilDate, civilDate, monthName } from "~/lib/time/civil-date";
import { type Share, ShareMenu } from "./share-menu";

interface MonthCardProps {
	diagram: Diagram;
	year: number;
	month: number;
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
	share: Share;
	/** Content below the calendar. */
	children?: ReactNode;
}

/** A month on the page of a shift diagram: calendar, holidays and the share button. */
export function MonthCard({ diagram, year, month, crew, today, holidays, share, children }: MonthCardProps) {
	const title = periodTitle({ kind: "month", year, month });
	const id = monthName(month);
	const path = monthPath(diagram.id, year, month, crew);
	return (
		<section className="card month-card" id={id}>
			<div className="month-head">
				<h2>
					<a href={path}>{title}</a>
				</h2>
				<PastWeeksLink first={civilDate(year, month, 1)} today={today} section={id} />
			</div>
			<MonthTable
				diagram={diagram}
				year={year}
				month={month}
				crew={crew}
				today={today}
				holidays={holidays}
				dayLink={`${path}#d`}
			/>
			{children}
			{holidays.length > 0 && <HolidayList holidays={holidays} />}
			<ShareMenu share={share} title={title} />
		</section>
	);
}

/** A link to half a year of a shift diagram. */
export function HalfYearCard({
	diagram,
	crew,
	half,
}: {
	diagram: Diagram;
	crew?: CrewLetter;
	half: Period & { kind: "half" };
}) {
	return (
		<section className="card month-card">
			<h3>
				<a href={halfYearPath(diagram.id, half.year, half.half, crew)}>{periodTitle(half)}</a>
			</h3>
		</section>
	);
}
