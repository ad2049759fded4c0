import { type Diagram, shiftNames, workLettersOf } from "./cycle";
import { shiftText, shortHours } from "./shift-text";

/**
 * Explains the letters and colours of a shift calendar, with the hours of each shift. A letter that has other hours in
 * another of the diagrams is named.
 */
export function Legend({ diagrams }: { diagrams: readonly Diagram[] }) {
	const shifts = diagrams.flatMap((diagram) =>
		workLettersOf(diagram).map((shift) => ({ shift, hours: shortHours(diagram.hours[shift]) })),
	);
	const hoursOf = new Map(shifts.map(({ shift, hours }) => [shift, hours]));
	return (
		<ul className="legend">
			{[...hoursOf].map(([letter, last]) => (
				<li key={letter}>
					<abbr className={`letter ${letter}`} title={shiftText(letter)}>
						{letter}
					</abbr>{" "}
					{shifts.every(({ shift, hours }) => shift !== letter || hours === last)
						? last
						: shiftNames[letter].toLowerCase()}
				</li>
			))}
			<li>
				<b className="letter F">F</b> franco
			</li>
		</ul>
	);
}
