import { HolidayList, holidaysOfMonth } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type CivilDate, monthName } from "~/lib/time/civil-date";
import type { CrewLetter, Diagram } from "./cycle";
import { MonthTable } from "./month-table";
import { halfYearPath, monthPath, periodTitle } from "./periods";
import { type PictureLink, SmallPicture } from "./small-picture";

interface MonthCardProps {
	diagram: Diagram;
	year: number;
	month: number;
	crew?: CrewLetter;
	today: CivilDate;
	/** The holidays of the whole year. */
	holidays: readonly Holiday[];
	picture: PictureLink;
}

/** A month on the page of a shift diagram: calendar, holidays and picture. */
export function MonthCard({ diagram, year, month, crew, today, holidays, picture }: MonthCardProps) {
	const title = periodTitle({ kind: "month", year, month });
	const ofMonth = holidaysOfMonth(holidays, month);
	return (
		<section className="card month-card" id={monthName(month)}>
			<h2>
				<a href={monthPath(diagram.id, year, month)}>{title}</a>
			</h2>
			<MonthTable diagram={diagram} year={year} month={month} crew={crew} today={today} holidays={ofMonth} />
			<HolidayList holidays={ofMonth} />
			<SmallPicture picture={picture} title={title} href={monthPath(diagram.id, year, month)} />
		</section>
	);
}

/** Half a year on the page of a shift diagram, as a picture. */
export function HalfYearCard({
	diagram,
	year,
	half,
	picture,
}: {
	diagram: Diagram;
	year: number;
	half: 1 | 2;
	picture: PictureLink;
}) {
	const title = periodTitle({ kind: "half", year, half });
	return (
		<section className="card month-card">
			<h2>
				<a href={halfYearPath(diagram.id, year, half)}>{title}</a>
			</h2>
			<SmallPicture picture={picture} title={title} href={halfYearPath(diagram.id, year, half)} />
		</section>
	);
}
