interface TotalsTableProps {
	caption: string;
	/** Whether only screen readers read the caption, because a heading says the same. */
	hidesCaption?: boolean;
	/** Name and value of each row, and how the value was found. */
	rows: readonly (readonly [name: string, value: string | number, how?: string])[];
}

/** A list with one figure per row. */
export function TotalsTable({ caption, hidesCaption, rows }: TotalsTableProps) {
	return (
		<>
			<h3 className={hidesCaption ? "hidden-text" : undefined}>{caption}</h3>
			<dl className="facts plain">
				{rows.map(([name, value, how]) => (
					<div key={`${name}${how}`}>
						<dt>
							{name} {how && <small>{how}</small>}
						</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</>
	);
}
