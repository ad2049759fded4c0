import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { MonthTable } from "~/features/diagrams/month-table";
import { halfYearPath, monthPath, type Period, periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type CivilDate, monthName } from "~/lib/time/civil-date";
import { type Share, ShareMenu } from "./share-menu";

interface MonthCardProps {
	diagram: Diagram;
	year: number;
	month: number;
	crew?: CrewLetter;
	today: CivilDate;
	holidays: readonly Holiday[];
	share: Share;
}

/** A month on the page of a shift diagram: calendar, holidays and the share button. */
export function MonthCard({ diagram, year, month, crew, today, holidays, share }: MonthCardProps) {
	const title = periodTitle({ kind: "month", year, month });
	return (
		<section className="card month-card" id={monthName(month)}>
			<h2>
				<a href={monthPath(diagram.id, year, month, crew)}>{title}</a>
			</h2>
			<MonthTable diagram={diagram} year={year} month={month} crew={crew} today={today} holidays={holidays} />
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
