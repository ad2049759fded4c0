import type { ReactNode } from "react";
import { type CrewLetter, crewOn, crewsOff, type Diagram, workLettersOf } from "~/features/diagrams/cycle";
import { AnchorNote } from "~/features/diagrams/diagram-notes";
import { shortHours } from "~/features/diagrams/shift-text";
import type { ShiftAnswers } from "~/features/shift/answers";
import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { RegisterWorker } from "~/ui/frame/register-worker-script";
import { TodayTile } from "./today";
import { TodayFacts } from "./today-facts";

interface DiagramTodayProps {
	diagram: Diagram;
	crew?: CrewLetter;
	/** Only with a crew. */
	answers?: ShiftAnswers;
	today: CivilDate;
	isUnsure: boolean;
	/** The month that stands between the tile and what comes next. */
	children: ReactNode;
	/** What stands below what comes next. */
	foot: ReactNode;
}

/** "Hoy" on a diagram's page, of a crew or of all crews, with the month directly below its tile. */
export function DiagramToday({ diagram, crew, answers, ...props }: DiagramTodayProps) {
	const { today, isUnsure, children, foot } = props;
	return (
		<>
			<RegisterWorker />
			{answers ? (
				<section className="card flush today small" aria-label="Hoy">
					<TodayTile diagram={diagram} answers={answers} crew={crew} isOwn={false} />
				</section>
			) : (
				<CrewsToday diagram={diagram} today={today} />
			)}
			{children}
			<section className="card flush today next" aria-label="Lo que sigue">
				{answers && <TodayFacts answers={answers} />}
				{!crew && isUnsure && (
					<div className="question">
						<AnchorNote />
					</div>
				)}
				{foot}
			</section>
		</>
	);
}

/** Which crew works each shift today, for a page of all crews. */
function CrewsToday({ diagram, today }: { diagram: Diagram; today: CivilDate }) {
	const off = crewsOff(diagram, today);
	return (
		<section className="card small crews-today" aria-label="Hoy">
			<p>Hoy, {formatDayOfMonth(today)}</p>
			<ul className="legend">
				{workLettersOf(diagram).map((shift) => (
					<li key={shift}>
						<b className={`letter ${shift}`}>{shift}</b> {shortHours(diagram.hours[shift])}{" "}
						<strong>{crewOn(diagram, shift, today) ?? "nadie"}</strong>
					</li>
				))}
				{off.length > 0 && (
					<li>
						<b className="letter F">F</b> franco <strong>{off.join(", ")}</strong>
					</li>
				)}
			</ul>
		</section>
	);
}
