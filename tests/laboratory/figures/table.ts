/** A measured figure, with its bound in docs/makers/performance.md, if any. */
export interface Row {
	/** Name of the figure's row in docs/makers/performance.md, such as "cache". */
	id: string;
	what: string;
	figure: string;
	/** Figure of the program with which Relevo is compared, measured in the same run, or Relevo's own earlier one. */
	reference?: string;
	/** Number that is compared with the bound. */
	value: number;
	unit: "×" | "B" | "MB" | "ms" | "";
	bound?: { atMost: number } | { atLeast: number };
}

/** Makes the rows of a measurement that counts what must not happen; `found` is the number, or what was found. */
export function zeroRows(id: string) {
	return (what: string, found: readonly string[] | number, figure = ""): Row => {
		const value = typeof found === "number" ? found : found.length;
		return { id, what, figure, value, unit: "", bound: { atMost: 0 } };
	};
}

export interface Unmeasured {
	id: string;
	what: string;
	reason: string;
}

const titles = ["id", "qué", "medida", "referencia", "valor", "límite", ""] as const;

/** Whether the value is within its bound; undefined without a bound. */
export function isWithin({ value, bound }: Row): boolean | undefined {
	if (!bound) return undefined;
	// NaN (nothing measured) is outside every bound.
	return "atMost" in bound ? value <= bound.atMost : value >= bound.atLeast;
}

/** A Markdown table, for the terminal and docs/makers/performance.md. */
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

/** Formats a number as "14.000" or "0,25". */
export function numberText(value: number, decimals = 0): string {
	return value.toLocaleString("es-AR", { maximumFractionDigits: decimals, useGrouping: "always" });
}
