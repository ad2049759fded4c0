import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { formatDayOfMonth } from "~/lib/time/civil-date";
import { WeekStrip } from "../today/week-strip";
import type { Asked } from "./read-find-step.server";

export function AskWeek({ step }: Asked<"week">) {
	return (
		<>
			<h2>¿Cuál es tu semana?</h2>
			{step.found.map(({ start, mine, week }) => (
				<form key={start} className="card" method="post" action="/my-shift">
					<input type="hidden" name="mine" value={mine} />
					<WeekStrip days={week} />
					<button className="btn" type="submit">
						Es esta
					</button>
				</form>
			))}
		</>
	);
}

/** Last step of the dialogue that finds the user's calendar: the user confirms the calendar. */
export function Confirm({ step }: Asked<"confirm">) {
	const [, tomorrow] = step.week;
	const words = tomorrow ? `${formatDayOfMonth(tomorrow.date)}, ${inSentence(tomorrow.letter)}` : "";
	return (
		<form className="card" method="post" action="/my-shift">
			<h2>
				{step.crew && step.isCrewSure ? `Sos escuadra ${step.crew}` : "Encontramos tu turno"}: mañana, {words}
				. ¿Está bien?
			</h2>
			{!step.crew && (
				<p>Ninguna escuadra de Relevo tiene estos turnos, así que guardamos tu propia posición.</p>
			)}
			{step.crew && !step.isCrewSure && (
				<p>
					Acá es la escuadra {step.crew}, pero tu planta todavía no confirmó las letras: guardamos tus turnos,
					no la letra.
				</p>
			)}
			<WeekStrip days={step.week} />
			<input type="hidden" name="mine" value={step.mine} />
			<p className="row">
				<button className="btn main" type="submit">
					Sí, es mi turno
				</button>
				<a className="btn" href={`/my-shift/find?diagram=${step.id}&all=1`}>
					No, probar de nuevo
				</a>
			</p>
		</form>
	);
}

function inSentence(letter: ShiftLetter): string {
	return shiftText(letter).toLowerCase();
}
