import { DiagramCards } from "~/features/diagrams/diagram-list";
import { shiftText } from "~/features/diagrams/shift-text";
import { WeekStrip } from "~/features/shift/today/today";
import { formatDayOfMonth } from "~/lib/time/civil-date";
import { Opener } from "~/ui/forms/opener";
import { PlainField } from "~/ui/forms/plain-field";
import type { Asked, FindStep as Step } from "./read-find-step.server";
import { LetterAnswers } from "./today-question";

const FIND = "/my-shift/find";
const NONE = { value: "", label: "Elegí" };
const NIGHT = "El turno noche cuenta para el día en que empieza. Si entraste anoche,";
const FROM_MORNING = "decí lo que te toca desde hoy a la mañana";

/**
 * One step of "¿Qué turno tenés hoy?". Each answer is a link or a GET form, whose URL contains all answers so far. Only
 * the last answer, which chooses or confirms the calendar, is posted.
 */
export function FindStep({ step }: { step: Step }) {
	if (step.ask === "diagram") return <AskDiagram step={step} />;
	return (
		<>
			<p className="lead">
				{step.label} · <a href={FIND}>Elegir otro diagrama</a>
			</p>
			{step.isNight && step.ask !== "letter" && (
				<p>
					{NIGHT} <a href={`${FIND}?diagram=${step.id}`}>{FROM_MORNING}</a>.
				</p>
			)}
			{step.ask === "letter" && <AskLetter step={step} />}
			{step.ask === "day" && <AskDay step={step} />}
			{step.ask === "return" && <AskReturn step={step} />}
			{step.ask === "week" && <AskWeek step={step} />}
			{step.ask === "again" && <NothingFound id={step.id} />}
			{step.ask === "confirm" && <Confirm step={step} />}
		</>
	);
}

function AskDiagram({ step }: Asked<"diagram">) {
	return (
		<>
			<p className="lead">
				{step.worked ? `${shiftText(step.worked)}. Ahora` : "Primero"}, elegí tu diagrama. ¿No está?{" "}
				<a href="/my-shift/find?view=cycle">Escribí tu ciclo</a>.
			</p>
			<DiagramCards diagrams={step.diagrams} hrefOf={(id) => `${FIND}?diagram=${id}${step.answered ?? ""}`} />
		</>
	);
}

function AskLetter({ step }: Asked<"letter">) {
	return (
		<>
			{step.isAgain && (
				<p>
					No tenemos tu turno en este diagrama: elegilo. Si ya lo habías elegido, puede haber cambiado el
					diagrama.
				</p>
			)}
			<h2>¿Qué te toca hoy, {formatDayOfMonth(step.today)}?</h2>
			{step.isNight && (
				<p>
					{NIGHT} {FROM_MORNING}.
				</p>
			)}
			<LetterAnswers letters={step.letters} hours={step.hours} path={step.path} />
		</>
	);
}

function AskDay({ step }: Asked<"day">) {
	return (
		<>
			<h2>
				¿Cuántos días seguidos llevás de {shiftText(step.letter).toLowerCase()}, contando el que empieza hoy,{" "}
				{formatDayOfMonth(step.today)}?
			</h2>
			<ul className="chips">
				{Array.from({ length: step.days }, (_, index) => index + 1).map((day) => (
					<li key={day}>
						<a href={`${step.path}&shift=${step.letter}&day=${day}`}>{day}</a>
					</li>
				))}
			</ul>
		</>
	);
}

function AskReturn({ step }: Asked<"return">) {
	return (
		<form method="get" action={FIND} className="form">
			<h2>¿Qué día volvés y a qué turno?</h2>
			<input type="hidden" name="diagram" value={step.id} />
			<input type="hidden" name="date" value={step.today} />
			{step.everyPosition && <input type="hidden" name="all" value="1" />}
			<input type="hidden" name="shift" value={step.letter} />
			<PlainField
				name="returnDate"
				label="Volvés el"
				options={[NONE, ...step.dates.map((date) => ({ value: date, label: formatDayOfMonth(date) }))]}
			/>
			<PlainField
				name="returnShift"
				label="Al turno"
				options={[NONE, ...step.letters.map((letter) => ({ value: letter, label: shiftText(letter) }))]}
			/>
			<button className="btn main" type="submit">
				Seguir
			</button>
		</form>
	);
}

function NothingFound({ id }: { id: string }) {
	return (
		<p>
			Con esas respuestas no encontramos tu turno en este diagrama.{" "}
			<a href={`${FIND}?diagram=${id}`}>Probá de nuevo</a>, o elegí otro diagrama.
		</p>
	);
}

function AskWeek({ step }: Asked<"week">) {
	return (
		<>
			<h2>¿Cuál es tu semana?</h2>
			<div className="stack">
				{step.found.map(({ start, mine, week }) => (
					<form key={start} className="card" method="post" action="/my-shift">
						<Opener />
						<input type="hidden" name="mine" value={mine} />
						<WeekStrip days={week} />
						<button className="btn" type="submit">
							Es esta
						</button>
					</form>
				))}
			</div>
		</>
	);
}

/** Last step of the dialogue that finds the user's calendar: the user confirms the calendar. */
function Confirm({ step }: Asked<"confirm">) {
	const [, tomorrow] = step.week;
	const words = tomorrow
		? `el ${formatDayOfMonth(tomorrow.date)}, ${shiftText(tomorrow.letter).toLowerCase()}`
		: "";
	return (
		<form className="card" method="post" action="/my-shift">
			<Opener />
			<h2>
				{step.crew && step.isCrewSure ? `Sos escuadra ${step.crew}` : "Encontramos tu turno"}: {words}. ¿Está
				bien?
			</h2>
			{!step.crew && <p>Ninguna escuadra de Relevo tiene estos turnos: guardamos los tuyos, sin letra.</p>}
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
