import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { crewOn, crewsOff, type Diagram, workLettersOf } from "./cycle";
import { shortHours } from "./shift-hours";

/** Which crew works each shift today, for a page of all crews. */
export function CrewsToday({ diagram, today }: { diagram: Diagram; today: CivilDate }) {
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
