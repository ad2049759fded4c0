import { capitalised } from "~/lib/capitalised";
import type { CivilDate } from "~/lib/time/civil-date";
import { ArrowLink } from "~/ui/back-link";
import { isMonth, isShownYear, monthsLater, monthTitle, nameOf, yearOf } from "./periods";

interface StepLinksProps {
	/** The month of the page, or its year as text. */
	shown: string;
	today: CivilDate;
	hrefOf: (step: string) => string;
}

/** A month as the page's main heading, or a year, between arrows to those before and after it, if they have calendars. */
export function StepLinks({ shown, today, hrefOf }: StepLinksProps) {
	const linkTo = (count: -1 | 1) => {
		const step = isMonth(shown) ? monthsLater(shown, count) : String(yearOf(shown) + count);
		return (
			isShownYear(yearOf(step), today) && (
				<ArrowLink
					to={hrefOf(step)}
					label={isMonth(step) ? monthTitle(step) : `Año ${step}`}
					icon={count < 0 ? "left" : "right"}
				/>
			)
		);
	};
	return (
		<nav className="steps" aria-label={isMonth(shown) ? "Mes" : "Otro año"}>
			{linkTo(-1)}
			{isMonth(shown) ? (
				<h1>
					{capitalised(nameOf(shown))} <small>{yearOf(shown)}</small>
				</h1>
			) : (
				<b>{shown}</b>
			)}
			{linkTo(1)}
		</nav>
	);
}
