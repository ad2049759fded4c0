import type { ReactNode } from "react";
import { MonthTable, type MonthTableProps } from "~/features/diagrams/month-table";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { nameOf, type Period, periodPath, periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import { Icon } from "~/ui/icons";
import { LinkItem } from "~/ui/link-item";
import type { addressOf } from "./picture-address.server";

interface MonthCardProps extends MonthTableProps {
	share?: Share;
	/** Content below the calendar. */
	children?: ReactNode;
}

/**
 * A month on the page of a shift diagram: calendar, holidays and the share button. One link covers the calendar, because
 * a link for each day would be a third of the page.
 */
export function MonthCard({ diagram, month, crew, today, share, children, ...props }: MonthCardProps) {
	const title = periodTitle(month);
	const id = nameOf(month);
	const holidays = props.holidays.filter(({ date }) => date.startsWith(month));
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
			<HolidayList holidays={holidays} />
			{share && <ShareMenu share={share} title={title} />}
		</section>
	);
}

type HalfYearsProps = Pick<MonthTableProps, "diagram" | "crew"> & { halves: readonly Period[] };

/** Links to the halves of the shown months, each of which fits on a sheet. */
export function HalfYears({ diagram, crew, halves }: HalfYearsProps) {
	return (
		<>
			<h2 className="group screen-only">Medio año en una hoja</h2>
			<ul className="links card screen-only">
				{halves.map((half) => (
					<LinkItem key={half} href={periodPath(diagram.id, half, crew)}>
						{periodTitle(half)}
					</LinkItem>
				))}
			</ul>
		</>
	);
}

type Share = ReturnType<typeof addressOf>["share"];

/** Button that opens the ways to share a shift calendar. Works without JavaScript. */
export function ShareMenu({ share, title }: { share: Share; title: string }) {
	return (
		<details className="share">
			<summary className="btn">
				<Icon name="share" />
				<span>
					Compartir<span className="hidden-text"> {title.toLowerCase()}</span>
				</span>
			</summary>
			<a className="btn" href={share.image} download="">
				Guardar la imagen
			</a>
			<a className="btn" href={share.message} rel="noreferrer">
				Mandar por WhatsApp
			</a>
		</details>
	);
}
