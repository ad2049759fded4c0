import type { ComparedLine } from "./slip-texts";

interface ComparedTableProps {
	/** Name of the period. */
	title: string;
	lines: readonly ComparedLine[];
	/** Amount that the slip pays for overtime, as text. */
	amount: string | null;
}

/** The hours of a slip beside the hours that the worker logged. */
export function ComparedTable({ title, lines, amount }: ComparedTableProps) {
	return (
		<table className="totals">
			<caption className="hidden-text">{title}</caption>
			<thead>
				<tr>
					<td />
					<th scope="col">Según mi registro</th>
					<th scope="col">Según el recibo</th>
					<th scope="col">En el recibo</th>
				</tr>
			</thead>
			<tbody>
				{lines.map(({ name, logged, onSlip, difference }) => (
					<tr key={name}>
						<th scope="row">{name}</th>
						<td>{logged}</td>
						<td>{onSlip}</td>
						<td>{difference}</td>
					</tr>
				))}
				{amount && (
					<tr>
						<th scope="row">Importe</th>
						<td />
						<td colSpan={2}>{amount}</td>
					</tr>
				)}
			</tbody>
		</table>
	);
}

export interface LoggedNotesProps {
	/** What may still change the logged hours, and which overtime entries are not compared. */
	unsure: readonly string[];
	leftOut: readonly string[];
}

/** What is not sure about the logged hours, and what is not compared with the slip. */
export function LoggedNotes({ unsure, leftOut }: LoggedNotesProps) {
	return (
		<>
			<Notes title="Puede cambiar el 50 y el 100:" lines={unsure} />
			<Notes title="No se comparan con lo pagado:" lines={leftOut} />
		</>
	);
}

function Notes({ title, lines }: { title: string; lines: readonly string[] }) {
	if (lines.length === 0) return null;
	return (
		<div className="hint">
			{title}
			<ul>
				{lines.map((line) => (
					<li key={line}>{line}</li>
				))}
			</ul>
		</div>
	);
}
