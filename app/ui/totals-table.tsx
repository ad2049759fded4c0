interface TotalsTableProps {
	caption: string;
	/** Whether only screen readers read the caption, because a heading says the same. */
	hidesCaption?: boolean;
	/** Name and value of each row, and how the value was found. */
	rows: readonly (readonly [name: string, value: string | number, how?: string])[];
}

/** A table with one figure per row. */
export function TotalsTable({ caption, hidesCaption, rows }: TotalsTableProps) {
	return (
		<table className="totals">
			<caption className={hidesCaption ? "hidden-text" : undefined}>{caption}</caption>
			<tbody>
				{rows.map(([name, value, how]) => (
					<tr key={`${name}${how}`}>
						<th scope="row">
							{name} {how && <span className="hint">{how}</span>}
						</th>
						<td>{value}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
