import { TotalsTable } from "~/ui/totals-table";
import type { ShownEstimate } from "./estimate-text";

interface EstimateDetailsProps {
	estimate: ShownEstimate;
	/** Parts of the total, such as pay periods. */
	parts?: readonly [name: string, amount: string][];
}

/** Explains an estimate: its lines, what is uncertain and what is left out. */
export function EstimateDetails({ estimate: { total, lines, notes }, parts = [] }: EstimateDetailsProps) {
	return (
		<div className="estimate">
			{lines.length > 0 && (
				<TotalsTable
					caption={`Estimado: ${total}`}
					rows={lines.map(({ label, how, amount }) => [label, amount, how])}
				/>
			)}
			{parts.length > 1 && <TotalsTable caption="Por período" rows={parts} />}
			{notes.length > 0 && (
				<ul className="prose">
					{notes.map((note) => (
						<li key={note}>{note}</li>
					))}
				</ul>
			)}
			<p className="hint">
				Estimado, no es un recibo: en bruto, con lo que pusiste en{" "}
				<a href="/auth/my-pay/settings">Mi convenio</a>. Solo lo ves vos.
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
		<details className="card fold screen-only">
			<summary>{props.estimate.heading}</summary>
			<EstimateDetails {...props} />
		</details>
	);
}
