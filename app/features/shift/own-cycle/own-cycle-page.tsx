import { CycleForm } from "./cycle-form";
import { CyclePreview } from "./cycle-preview";
import type { OwnCycleStep } from "./read-own-cycle";

/** The own cycle of a worker who is in none of the diagrams: typed, seen, kept, corrected and dropped. */
export function OwnCyclePage({ step }: { step: OwnCycleStep }) {
	const { preview, replaced, hasOwn } = step;
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
			{hasOwn && (
				<form className="row" method="post" action="/my-shift">
					<button className="btn" type="submit" name="intent" value="forget">
						Borrar mi ciclo
					</button>
				</form>
			)}
		</>
	);
}
