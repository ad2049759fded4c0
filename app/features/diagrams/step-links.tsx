import type { ReactNode } from "react";
import { capitalised } from "~/lib/capitalised";
import { ArrowLink } from "~/ui/back-link";
import { isMonth, isShownYear, type Month, monthsLater, nameOf, periodTitle, yearOf } from "./periods";

interface StepLinksProps {
	/** Accessible name of the links. */
	label: string;
	/** The month of the page, or its year as text. */
	shown: string;
	currentYear: number;
	hrefOf: (step: string) => string;
	/** Heading between the links. */
	children: ReactNode;
}

/** A heading between arrows to the months before and after it, or from a year to its neighbours, if they have calendars. */
export function StepLinks({ label, shown, currentYear, hrefOf, children }: StepLinksProps) {
	const linkTo = (count: -1 | 1) => {
		const step = isMonth(shown) ? monthsLater(shown, count) : String(yearOf(shown) + count);
		return (
			isShownYear(yearOf(step), currentYear) && (
				<ArrowLink
					to={hrefOf(step)}
					label={isMonth(step) ? periodTitle(step) : `Año ${step}`}
					icon={count < 0 ? "left" : "right"}
				/>
			)
		);
	};
	return (
		<nav className="steps" aria-label={label}>
			{linkTo(-1)}
			{children}
			{linkTo(1)}
		</nav>
	);
}

/** Main heading of the page of a month. */
export function MonthHeading({ month }: { month: Month }) {
	return (
		<h1>
			{capitalised(nameOf(month))} <small>{yearOf(month)}</small>
		</h1>
	);
}
