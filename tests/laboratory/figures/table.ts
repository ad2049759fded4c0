/** One measured figure and the bound it has in performance.md, if it has one. */
export interface Row {
	/** The measurement's name in docs/performance.md, "cache"; the same for rows that belong together. */
	id: string;
	what: string;
	/** What was measured, as a person reads it. */
	figure: string;
	/** What it was measured against in the same run. */
	reference?: string;
	/** The figure that the bound is about: a ratio, bytes, a number of things. */
	value: number;
	unit: "×" | "B" | "MB" | "ms" | "";
	bound?: { atMost: number } | { atLeast: number };
}

/** A row of a part that could not be measured. */
export interface Unmeasured {
	id: string;
	what: string;
	reason: string;
}

const titles = ["id", "qué", "medida", "referencia", "valor", "límite", ""] as const;

/** Whether a row keeps to its bound; undefined when it has none and only informs. */
export function isWithin({ value, bound }: Row): boolean | undefined {
	if (!bound) return undefined;
	// A figure that is no number was not measured and proves nothing.
	return "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
}

/** The rows as a Markdown table, in columns of equal width: for a terminal and for docs/performance.md. */
export function formatTable(rows: readonly (Row | Unmeasured)[]): string {
	const cells = rows.map(cellsOf);
	const widths = titles.map((title, column) =>
		Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: readonly string[]) =>
		`| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
	const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
	return [line(titles), rule, ...cells.map(line)].join("\n");
}

function cellsOf(row: Row | Unmeasured): string[] {
	if ("reason" in row) return [row.id, row.what, `no se pudo medir: ${row.reason}`, "", "", "", "SIN MEDIR"];
	const { id, what, figure, reference = "", bound } = row;
	const limit = bound
		? "atMost" in bound
			? `≤ ${amount(bound.atMost, row.unit)}`
			: `≥ ${amount(bound.atLeast, row.unit)}`
		: "";
	const within = isWithin(row);
	const verdict = within === undefined ? "informa" : within ? "dentro" : "FUERA";
	return [id, what, figure, reference, amount(row.value, row.unit), limit, verdict];
}

function amount(value: number, unit: Row["unit"]): string {
	if (unit === "×") return `${numberText(value, value < 10 ? 2 : 1)} ×`;
	return `${numberText(value, 0)} ${unit}`.trim();
}

/** "14.000", "0,25": as it is written in Argentina. */
export function numberText(value: number, decimals = 0): string {
	return value.toLocaleString("es-AR", { maximumFractionDigits: decimals, useGrouping: "always" });
}
