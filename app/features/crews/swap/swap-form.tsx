import { PlainField } from "~/ui/forms/plain-field";
import type { SwapQuestion } from "./read-swap.server";

const NONE = { value: "", label: "Elegí" };

/** Form of the swap: the day and the other crew; also the own crew, if the query string chooses the diagram. */
export function SwapForm({ step }: { step: SwapQuestion }) {
	const { diagram, crew, crews, others, isFromAddress, typed, errors } = step;
	const named = crews.map((value) => ({ value, label: `Escuadra ${value}` }));
	return (
		<form method="get" action="/my-shift/swap" className="form">
			{isFromAddress && <input type="hidden" name="diagram" value={diagram.id} />}
			{isFromAddress && (
				<PlainField
					name="crew"
					label="Tu escuadra"
					problem={errors.crew}
					value={crew}
					options={[NONE, ...crews.map((value) => ({ value, label: value }))]}
				/>
			)}
			<PlainField name="date" type="date" label="Día" problem={errors.date} value={typed.date} />
			<PlainField
				name="with"
				label="Cambiar con"
				problem={errors.with}
				value={typed.with}
				options={[NONE, ...(others.length > 0 ? others : named)]}
			/>
			<button className="btn main" type="submit">
				Ver el cambio
			</button>
		</form>
	);
}
