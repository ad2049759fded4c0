/** The cycle of a shift diagram as a strip of colours, by which workers recognise their diagram. */
export function CycleStrip({ cycle }: { cycle: string }) {
	// Width of the gap between two runs of equal letters, in days: 0.6 % of the strip's length.
	const gap = cycle.length * 0.006;
	return (
		<svg
			className="strip"
			width="240"
			height="18"
			viewBox={`0 0 ${cycle.length} 2`}
			preserveAspectRatio="none"
			aria-hidden="true"
		>
			{blocksOf(cycle).map(({ letter, start, length }) => (
				<path key={start} className={`fill-${letter}`} d={`M${start} 0h${length - gap}v2h${gap - length}z`} />
			))}
		</svg>
	);
}

/** Splits a cycle into runs of equal letters: "MMTTF" becomes two days M, two days T and one day F. */
function blocksOf(cycle: string): { letter: string; start: number; length: number }[] {
	return Array.from(cycle.matchAll(/(.)\1*/g), (match) => ({
		letter: match[1] ?? "F",
		start: match.index,
		length: match[0].length,
	}));
}
