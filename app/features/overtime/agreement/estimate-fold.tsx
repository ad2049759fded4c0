import { Link } from "@remix-run/react";
import type { ShownEstimate } from "./estimate-text";

interface EstimateFoldProps {
	estimate: ShownEstimate;
	/** What the estimate is of, in the summary of the fold: "Estimado del período". */
	title: string;
	/** What the total consists of, such as the amounts of pay periods. */
	parts?: readonly { name: string; amount: string }[];
}

/** An estimate that opens to show how it was reached. It is never printed: only the worker sees it. */
export function EstimateFold({ estimate: { total, lines, notes }, title, parts = [] }: EstimateFoldProps) {
	return (
		<details className="card fold estimate">
			<summary>
				{title}:&nbsp;<span className="amount">{total}</span>
			</summary>
			{lines.length > 0 && (
				<table className="totals">
					<caption className="hidden-text">{title}</caption>
					<tbody>
						{lines.map(({ label, how, amount }) => (
							<tr key={label + how}>
								<th scope="row">
									{label} <span className="hint">{how}</span>
								</th>
								<td>{amount}</td>
							</tr>
						))}
						<tr>
							<th scope="row">
								<b>Total</b>
							</th>
							<td>{total}</td>
						</tr>
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
				<Link to="/auth/my-agreement">Mi convenio</Link>. Solo lo ves vos.
			</p>
		</details>
	);
}
