import { type Diagram, type ShiftLetter, shiftLetters, workLettersOf } from "~/features/diagrams/cycle";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import { shiftText, spokenHours } from "~/features/diagrams/shift-text";
import type { CivilDate } from "~/lib/time/civil-date";

interface TodayQuestionProps {
	/** The diagram that the visitor probably works in; undefined if none is known. */
	diagram?: Diagram;
	today: CivilDate;
}

/** "Hoy" of a visitor whose shifts are unknown: the tile is the question, and each answer is one tap. */
export function TodayQuestion({ diagram, today }: TodayQuestionProps) {
	const letters: readonly ShiftLetter[] = diagram ? [...workLettersOf(diagram), "F"] : shiftLetters;
	const path = `/my-shift/find?${diagram ? `diagram=${diagram.id}&` : ""}date=${today}`;
	return (
		<section className="card flush today" aria-label="Hoy">
			<div className="ask">
				<h2>¿Qué turno tenés hoy?</h2>
				<p>Contestá y te decimos tu franco y tu escuadra, aunque no sepas la letra.</p>
				<LetterAnswers letters={letters} hours={diagram?.hours} path={path} />
			</div>
			{diagram && (
				<p className="question">
					{diagramLabel(diagram.id)} · <a href="/my-shift/find">Elegir otro diagrama</a>
				</p>
			)}
		</section>
	);
}

interface LetterAnswersProps {
	letters: readonly ShiftLetter[];
	hours?: Diagram["hours"];
	/** URL to which the answer is appended. */
	path: string;
}

/** The shifts of a diagram as links in their colours, each of which answers what is worked today. */
export function LetterAnswers({ letters, hours, path }: LetterAnswersProps) {
	return (
		<ul className="answers">
			{letters.map((letter) => (
				<li key={letter}>
					<a className={letter} href={`${path}&shift=${letter}`}>
						<i aria-hidden="true">{letter}</i>
						<span>
							{shiftText(letter)}
							{hours && letter !== "F" && <small>{spokenHours(hours[letter])}</small>}
						</span>
					</a>
				</li>
			))}
		</ul>
	);
}
