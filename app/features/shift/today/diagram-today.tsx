import type { ReactNode } from "react";
import { CrewsToday } from "~/features/diagrams/crews-today";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { AnchorNote, CrewQuestion } from "~/features/diagrams/diagram-notes";
import type { CivilDate } from "~/lib/time/civil-date";
import { RegisterWorker } from "~/ui/frame/register-worker-script";
import type { ShiftAnswers } from "../answers";
import { TodayTile } from "./today";
import { TodayFacts } from "./today-facts";

interface DiagramTodayProps {
	diagram: Diagram;
	crew?: CrewLetter;
	/** Only with a crew. */
	answers?: ShiftAnswers;
	today: CivilDate;
	/** Whether the crew is the reader's own. */
	isOwn: boolean;
	isUnsure: boolean;
	/** The month that stands between the tile and what comes next. */
	children: ReactNode;
	/** What stands below what comes next. */
	foot: ReactNode;
}

/** "Hoy" on a diagram's page, of a crew or of all crews, with the month directly below its tile. */
export function DiagramToday({ diagram, crew, answers, ...props }: DiagramTodayProps) {
	const { today, isOwn, isUnsure, children, foot } = props;
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
				{crew ? (
					<CrewQuestion diagram={diagram} crew={crew} isOwn={isOwn} isUnsure={isUnsure} />
				) : (
					isUnsure && (
						<div className="question">
							<AnchorNote />
						</div>
					)
				)}
				{foot}
			</section>
		</>
	);
}
