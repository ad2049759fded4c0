/** Reads the event loop delay from the server's metrics. */
import { numberText, type Row } from "./table";

/** Event loop delay in milliseconds: median, 99th percentile and maximum. */
export interface LoopDelay {
	p50: number;
	p99: number;
	max: number;
}

const MAX_P99_MS = 200;

/** Reads the server's event loop delay since the previous call. Each call resets the delays. */
export async function loopDelay(metricsPort: number): Promise<LoopDelay> {
	return readLoopDelay(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
}

/** Parses the delays; a missing figure becomes NaN. */
export function readLoopDelay(metrics: string): LoopDelay {
	const read = (part: string) => {
		const line = new RegExp(`^relevo_event_loop_delay_${part}_seconds (\\S+)$`, "m");
		return Number(line.exec(metrics)?.[1] ?? Number.NaN) * 1000;
	};
	return { p50: read("p50"), p99: read("p99"), max: read("max") };
}

export function loopRow(load: string, { p50, p99, max }: LoopDelay): Row {
	return {
		id: "loop-delay",
		what: `Atraso del bucle de eventos con ${load}: p99`,
		figure: `${numberText(p99, 1)} ms (p50 ${numberText(p50, 1)}, lo más ${numberText(max, 1)})`,
		value: p99,
		unit: "ms",
		bound: { atMost: MAX_P99_MS },
	};
}
