import { type Diagram, shiftNames, workLettersOf } from "./cycle";
import { shortHours } from "./shift-hours";

/** What the letters and colours mean, with the hours. */
export function Legend({ diagram }: { diagram: Diagram }) {
	return (
		<ul className="legend">
			{workLettersOf(diagram).map((shift) => (
				<li key={shift}>
					<b className={`tag ${shift}`}>{shift}</b> {shiftNames[shift].toLowerCase()}{" "}
					{shortHours(diagram.hours[shift])}
				</li>
			))}
			<li>
				<b className="tag F">F</b> franco
			</li>
			<li>
				<b className="tag holiday">1</b> feriado
			</li>
		</ul>
	);
}
