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
	/** Pay for the minutes, rounded half up. */
	centavos: number;
}

export type UnpricedLine = Omit<PayLine, "centavos">;

/** Adds minutes to the line with the same kind, percentage and hourly rate, or adds a new line. */
export function addMinutes(lines: UnpricedLine[], added: UnpricedLine) {
	const same = lines.find(
		({ kind, percent, hourCentavos }) =>
			kind === added.kind && percent === added.percent && hourCentavos === added.hourCentavos,
	);
	if (same) same.minutes += added.minutes;
	else lines.push({ ...added });
}

/** Computes the amount of each line, rounded once, and their sum. Sorts the lines for display. */
export function priced(lines: readonly UnpricedLine[]): { lines: PayLine[]; centavos: number } {
	const sorted = lines
		.map((line) => ({ ...line, centavos: centavosOf(line) }))
		.sort(
			(one, other) =>
				lineKinds.indexOf(one.kind) - lineKinds.indexOf(other.kind) ||
				one.percent - other.percent ||
				one.hourCentavos - other.hourCentavos,
		);
	return { lines: sorted, centavos: sorted.reduce((sum, { centavos }) => sum + centavos, 0) };
}

function centavosOf({ minutes, percent, hourCentavos }: UnpricedLine): number {
	const divisor = 60 * 100;
	const product = BigInt(2 * minutes * percent) * BigInt(hourCentavos) + BigInt(divisor);
	return Number(product / BigInt(2 * divisor));
}
