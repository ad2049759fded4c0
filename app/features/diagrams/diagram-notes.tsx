import type { Diagram } from "./cycle";
import { CREW_LIMITS, mostHours } from "./working-time";

/** Said wherever a calendar is read whose beginning no operator has confirmed, with the way to check it. */
export function AnchorNote({ diagram }: { diagram: Diagram }) {
	if (diagram.anchorConfirmed) return null;
	return (
		<p>
			<b>Sin confirmar por tu planta:</b> comparalo con un turno que ya hiciste.
		</p>
	);
}

/** What the law says of such a diagram: information, never a judgement. */
export function LawNote({ diagram }: { diagram: Diagram }) {
	if (diagram.id === "12horas_insalubre") {
		return (
			<p className="hint">
				Si tu tarea fue declarada insalubre, la ley fija 6 h por día y 36 h por semana. Consultá con tu
				delegado.
			</p>
		);
	}
	const { week, threeWeeks, source } = CREW_LIMITS;
	const [inWeek, inThreeWeeks] = [mostHours(diagram, 7), mostHours(diagram, 21)];
	if (inWeek <= week && inThreeWeeks <= threeWeeks) return null;
	return (
		<p className="hint">
			Este diagrama llega a {inWeek} h en 7 días y a {inThreeWeeks} h en 21. Para equipos rotativos, el{" "}
			{source} fija {week} h por semana y {threeWeeks} h en tres semanas. Consultá con tu delegado.
		</p>
	);
}
