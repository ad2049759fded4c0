/** The lines of an estimate. Each line sums the minutes with the same pay. */

export const lineKinds = ["extra", "own-shift", "night", "union-day"] as const;

export interface PayLine {
	kind: (typeof lineKinds)[number];
	minutes: number;
	/**
	 * Percent of the hourly rate: 150 for overtime with a premium of 50 %; 25 for the night surcharge of 25 %, which has
	 * its own line.
	 */
	percent: number;
	hourCentavos: number;
	centavos: number;
}

type Line = Omit<PayLine, "centavos">;

/** Adds minutes to the line with the same kind, percentage and hourly rate, or adds a new line. */
export function addMinutes(
	lines: Line[],
	kind: Line["kind"],
	percent: number,
	piece: Pick<Line, "minutes" | "hourCentavos">,
) {
	const same = lines.find(
		(line) => line.kind === kind && line.percent === percent && line.hourCentavos === piece.hourCentavos,
	);
	if (same) same.minutes += piece.minutes;
	else lines.push({ kind, percent, ...piece });
}

/**
 * Adds a line's minutes and amount to the line with the same kind, percentage and hourly rate, or adds the line
 * itself.
 */
export function addLine(lines: PayLine[], { kind, percent, hourCentavos, minutes, centavos }: PayLine) {
	const same = lines.find(
		(line) => line.kind === kind && line.percent === percent && line.hourCentavos === hourCentavos,
	);
	if (same) {
		same.minutes += minutes;
		same.centavos += centavos;
	} else lines.push({ kind, percent, hourCentavos, minutes, centavos });
}

/** Pay in centavos, rounded half up, for minutes at a percentage of the hourly rate. */
export function payOf({
	minutes,
	percent,
	hourCentavos,
}: Pick<Line, "minutes" | "percent" | "hourCentavos">): number {
	const divisor = 60 * 100;
	return Math.floor((2 * minutes * percent * hourCentavos + divisor) / (2 * divisor));
}

/** Sorts lines for display, and computes their sum. */
export function summed(lines: readonly PayLine[]): { lines: PayLine[]; centavos: number } {
	const sorted = [...lines].sort(
		(one, other) =>
			lineKinds.indexOf(one.kind) - lineKinds.indexOf(other.kind) ||
			one.percent - other.percent ||
			one.hourCentavos - other.hourCentavos,
	);
	return { lines: sorted, centavos: sorted.reduce((sum, { centavos }) => sum + centavos, 0) };
}
