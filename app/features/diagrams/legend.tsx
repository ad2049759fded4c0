import { type Diagram, workLettersOf } from "./cycle";
import { shiftText, shortHours } from "./shift-text";

/** Explains the letters and colours of a shift calendar, with the hours of each shift. */
export function Legend({ diagram }: { diagram: Diagram }) {
	return (
		<ul className="legend">
			{workLettersOf(diagram).map((shift) => (
				<li key={shift}>
					<abbr className={`letter ${shift}`} title={shiftText(shift)}>
						{shift}
					</abbr>{" "}
					{shortHours(diagram.hours[shift])}
				</li>
			))}
			<li>
				<b className="letter F">F</b> franco
			</li>
		</ul>
	);
}
