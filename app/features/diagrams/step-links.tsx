import { Icon } from "~/ui/icons";
import { isMonth, isShownYear, monthsLater, periodTitle, yearOf } from "./periods";

interface StepLinksProps {
	/** Accessible name of the links. */
	label: string;
	/** The month of the page, or its year as text. */
	shown: string;
	currentYear: number;
	hrefOf: (step: string) => string;
}

/** Links from a month to the months before and after it, or from a year to its neighbours, if they have calendars. */
export function StepLinks({ label, shown, currentYear, hrefOf }: StepLinksProps) {
	const stepTo = (count: number) =>
		isMonth(shown) ? monthsLater(shown, count) : String(yearOf(shown) + count);
	const [before, after] = [stepTo(-1), stepTo(1)];
	const textOf = (step: string) =>
		isMonth(step) ? (
			periodTitle(step)
		) : (
			<>
				<span className="hidden-text">Año </span>
				{step}
			</>
		);
	return (
		<nav className="row" aria-label={label}>
			{isShownYear(yearOf(before), currentYear) && (
				<a className="btn" href={hrefOf(before)}>
					<Icon name="left" />
					{textOf(before)}
				</a>
			)}
			{isShownYear(yearOf(after), currentYear) && (
				<a className="btn" href={hrefOf(after)}>
					{textOf(after)}
					<Icon name="right" />
				</a>
			)}
		</nav>
	);
}
