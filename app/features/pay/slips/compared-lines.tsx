import type { comparedLines } from "./slip-texts";

interface ComparedLinesProps {
	lines: ReturnType<typeof comparedLines>;
	/** Amount that the pay slip shows for overtime, as text. */
	amount: string | null;
}

/** Compares a pay slip with the worker's entries, line by line. */
export function ComparedLines({ lines, amount }: ComparedLinesProps) {
	return (
		<>
			{lines.map(({ name, logged, onSlip, difference }) => (
				<p key={name}>
					{name}: <b>{difference}</b>
					<span className="hint">
						{" "}
						({logged} según mi registro, {onSlip} según el recibo)
					</span>
				</p>
			))}
			{amount && <p>Importe según el recibo: {amount}</p>}
		</>
	);
}

export interface LoggedNotesProps {
	/** Notes about hours that may still change (`unsure`), and about entries that are not compared (`leftOut`). */
	unsure: readonly string[];
	leftOut: readonly string[];
}

/** Says what is uncertain about the worker's hours, and which entries are not compared with the pay slip. */
export function LoggedNotes({ unsure, leftOut }: LoggedNotesProps) {
	return (
		<>
			{unsure.length > 0 && <p className="hint lines">{["Puede cambiar:", ...unsure].join("\n")}</p>}
			{leftOut.length > 0 && (
				<p className="hint lines">{["No se compara con lo pagado:", ...leftOut].join("\n")}</p>
			)}
		</>
	);
}
