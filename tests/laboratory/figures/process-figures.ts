/** Reads memory and processor time of another process. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const SAMPLE_MS = 250;
/** Clock ticks per second, the time unit of /proc/PID/stat; the same on every Linux on which Node runs. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process, in megabytes of 10^6 bytes. */
export function residentMegabytes(pid: number): number {
	const status = `/proc/${pid}/status`;
	const kibibytes = existsSync(status)
		? /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1]
		: spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
	return (Number(kibibytes) * 1024) / 1e6;
}

/** Peak resident memory of a process since its start, in megabytes; NaN where the system does not record the peak. */
export function peakMegabytes(pid: number): number {
	const status = `/proc/${pid}/status`;
	if (!existsSync(status)) return Number.NaN;
	return (Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1]) * 1024) / 1e6;
}

/** Runs `work`. In the result, `most` is the peak resident memory of process `pid` meanwhile, in megabytes. */
export async function peakMemoryDuring<T>(
	pid: number,
	work: () => Promise<T>,
): Promise<{ result: T; most: number }> {
	let most = residentMegabytes(pid);
	const timer = setInterval(() => {
		most = Math.max(most, residentMegabytes(pid));
	}, SAMPLE_MS);
	try {
		const result = await work();
		return { result, most: Math.max(most, residentMegabytes(pid)) };
	} finally {
		clearInterval(timer);
	}
}

/** Processor time that a process has used since its start, in seconds; NaN where the system does not report it. */
export function processorSeconds(pid: number): number {
	const stat = `/proc/${pid}/stat`;
	if (!existsSync(stat)) return Number.NaN;
	// Splits /proc/PID/stat after the program's name, which is in parentheses and may contain spaces.
	const fields = readFileSync(stat, "utf8").split(") ")[1]?.split(" ") ?? [];
	return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
