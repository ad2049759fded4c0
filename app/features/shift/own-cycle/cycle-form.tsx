import { shiftText } from "~/features/diagrams/shift-text";
import { PlainField } from "~/ui/forms/plain-field";
import type { OwnCycleStep } from "./read-own-cycle";

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
				<fieldset key={letter} className="times">
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
