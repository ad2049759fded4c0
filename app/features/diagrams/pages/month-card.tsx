import type { ReactNode } from "react";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { MonthTable } from "~/features/diagrams/month-table";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, type Period, periodPath, periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import type { CivilDate } from "~/lib/time/civil-date";
import { type Share, ShareMenu } from "./share-menu";

interface MonthCardProps {
	diagram: Diagram;
	month: Month;
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
	share: Share;
	/** Content below the calendar. */
	children?: ReactNode;
}

/**
 * A month on the page of a shift diagram: calendar, holidays and the share button. One link covers the calendar, because
 * a link for each day would be a third of the page.
 */
export function MonthCard({ diagram, month, crew, today, holidays, share, children }: MonthCardProps) {
	const title = periodTitle(month);
	const id = nameOf(month);
	return (
		<section className="card month-card" id={id}>
			<div className="month-head">
				<h2>
					<a href={periodPath(diagram.id, month, crew)}>{title}</a>
				</h2>
				<PastWeeksLink month={month} today={today} section={id} />
			</div>
			<MonthTable diagram={diagram} month={month} crew={crew} today={today} holidays={holidays} />
			{children}
			{holidays.length > 0 && <HolidayList holidays={holidays} />}
			<ShareMenu share={share} title={title} />
		</section>
	);
}

/** A link to half a year of a shift diagram. */
export function HalfYearCard({ diagram, crew, half }: { diagram: Diagram; crew?: CrewLetter; half: Period }) {
	return (
		<section className="card month-card">
			<h3 className="month-head">
				<a href={periodPath(diagram.id, half, crew)}>{periodTitle(half)}</a>
			</h3>
		</section>
	);
}
