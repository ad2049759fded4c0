import type { ShownEstimate } from "./estimate-text";

interface EstimateDetailsProps {
	estimate: ShownEstimate;
	/** Parts of the total, such as pay periods. */
	parts?: readonly { name: string; amount: string }[];
}

/** Explains an estimate: its lines, what is uncertain and what is left out. */
export function EstimateDetails({ estimate: { total, lines, notes }, parts = [] }: EstimateDetailsProps) {
	return (
		<div className="estimate">
			{lines.length > 0 && (
				<table className="totals">
					<caption>Estimado: {total}</caption>
					<tbody>
						{lines.map(({ label, how, amount }) => (
							<tr key={label + how}>
								<th scope="row">
									{label} <span className="hint">{how}</span>
								</th>
								<td>{amount}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{parts.length > 1 && (
				<table className="totals">
					<caption>Por período</caption>
					<tbody>
						{parts.map(({ name, amount }) => (
							<tr key={name}>
								<th scope="row">{name}</th>
								<td>{amount}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{notes.length > 0 && (
				<ul>
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
			<p className="hint">
				Estimado, no es un recibo: en bruto, con lo que pusiste en{" "}
				<a href="/auth/my-agreement">Mi convenio</a>. Solo lo ves vos.
			</p>
		</div>
	);
}

/**
 * The total of an estimate, which opens to show the details. Printed pages leave it out: only the worker should see
 * it.
 */
export function EstimateFold(props: EstimateDetailsProps) {
	return (
		<details className="card fold estimate-fold">
			<summary>{props.estimate.heading}</summary>
			<EstimateDetails {...props} />
		</details>
	);
}
