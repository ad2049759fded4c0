import { MonthGrid } from "~/features/diagrams/month-grid";
import { shiftText } from "~/features/diagrams/shift-text";
import { inHours } from "~/lib/time/minutes";
import { Opener } from "~/ui/forms/opener";
import { PlainField } from "~/ui/forms/plain-field";
import type { OwnCycleStep } from "./read-own-cycle";

/** The own cycle of a worker who is in none of the diagrams: typed, seen, kept, corrected and dropped. */
export function OwnCyclePage({ step }: { step: OwnCycleStep }) {
	const { preview, replaced, kept } = step;
	return (
		<>
			<h1>Mi ciclo</h1>
			{preview ? (
				<CyclePreview preview={preview} replaced={replaced} />
			) : (
				<p className="lead">
					Si tu diagrama no está en Relevo, escribí cómo se repiten tus turnos. Con un ciclo propio no hay
					escuadras: no te decimos quién te releva ni con quién cambiar.
				</p>
			)}
			{preview && <h2>Corregirlo</h2>}
			<CycleForm step={step} />
			{kept && (
				<form className="row" method="post" action="/my-shift">
					<Opener />
					<input type="hidden" name="mine" value={kept} />
					<button className="btn" type="submit" name="intent" value="forget">
						Borrar mi ciclo
					</button>
				</form>
			)}
		</>
	);
}

/** Form of the own cycle. It is sent with GET, so that its address shows the same preview to anyone. */
export function CycleForm({ step }: { step: OwnCycleStep }) {
	const { typed, shifts, problems, preview } = step;
	return (
		<form method="get" action="/my-shift/find" className="form">
			<input type="hidden" name="view" value="cycle" />
			<PlainField
				name="cycle"
				label="Ciclo"
				hint="Cuántos días y qué turno: M mañana, T tarde, N noche, D día de 12 horas, F franco. Por ejemplo, 4M 2F 4T 2F 4N 2F."
				problem={problems.cycle}
				value={typed.cycle}
			/>
			<PlainField
				name="start"
				type="date"
				label="Primer día del ciclo"
				hint="Un día en que empezó o empieza, con el primer turno que escribiste."
				problem={problems.start}
				value={typed.start}
			/>
			{shifts.map(({ letter, hours: [from, to], problem }) => (
				<fieldset key={letter} className="pairs">
					<legend>{shiftText(letter)}</legend>
					<PlainField
						id={`${letter}-from`}
						name={letter}
						type="time"
						label="Desde"
						problem={problem}
						value={from}
					/>
					<PlainField id={`${letter}-to`} name={letter} type="time" label="Hasta" value={to} />
				</fieldset>
			))}
			<button className={preview ? "btn" : "btn main"} type="submit">
				Ver cómo queda
			</button>
		</form>
	);
}

type Preview = NonNullable<OwnCycleStep["preview"]>;

/** Four weeks of the typed cycle, what is odd in it, and the button that keeps it. */
export function CyclePreview({ preview, replaced }: Pick<OwnCycleStep, "replaced"> & { preview: Preview }) {
	const { mine, isKept, cycleDays, freeDays, weekMinutes, rests } = preview;
	return (
		<section className="card" aria-labelledby="semanas">
			<h2 id="semanas">Cuatro semanas</h2>
			<FourWeeks {...preview} />
			<p>
				{cycleDays}&nbsp;días, {freeDays === 1 ? "1 franco" : `${freeDays} francos`}. En promedio,{" "}
				{inHours(weekMinutes)} por semana.
			</p>
			{rests.length > 0 && (
				<div className="note">
					{rests.map((text) => (
						<p key={text}>{text}</p>
					))}
				</div>
			)}
			{isKept ? (
				<p>Es tu ciclo guardado.</p>
			) : (
				<form method="post" action="/my-shift">
					<Opener />
					<input type="hidden" name="mine" value={mine} />
					{replaced && <p>Al guardarlo, deja de valer para vos {replaced}.</p>}
					<button className="btn main" type="submit">
						Guardar mi ciclo
					</button>
				</form>
			)}
		</section>
	);
}

function FourWeeks({ days, today }: Pick<Preview, "days" | "today">) {
	return (
		<MonthGrid
			className="month"
			caption="Tus turnos de cuatro semanas"
			headOf={(weekday) => weekday.charAt(0).toUpperCase()}
			first={days[0]?.date ?? today}
			days={days.map(({ letter }) => ({
				className: letter,
				marks: [{ text: letter, label: shiftText(letter) }],
			}))}
			today={today}
		/>
	);
}
