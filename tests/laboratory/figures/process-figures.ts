import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const SAMPLE_MS = 250;
/** Number of clock ticks (the unit of /proc/PID/stat) per second, the same on every Linux with Node. */
const TICKS_PER_SECOND = 100;

/** Resident memory of a process, in megabytes of 10^6 bytes. */
export function residentMegabytes(pid: number): number {
	const status = `/proc/${pid}/status`;
	const kibibytes = existsSync(status)
		? /VmRSS:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1]
		: spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
	return (Number(kibibytes) * 1024) / 1e6;
}

/**
 * Sum of the proportional memory (PSS) of processes, in megabytes of 10^6 bytes. PSS divides shared memory among the
 * processes that share it. An ended process counts 0. Linux only.
 */
export function proportionalMegabytes(pids: readonly number[]): number {
	const kibibytes = pids.map((pid) => {
		try {
			return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]);
		} catch {
			return 0;
		}
	});
	return (kibibytes.reduce((sum, one) => sum + one, 0) * 1024) / 1e6;
}

/** Peak resident memory since the start of the process, in megabytes of 10^6 bytes; NaN where unknown. */
export function peakMegabytes(pid: number): number {
	const status = `/proc/${pid}/status`;
	if (!existsSync(status)) return Number.NaN;
	return (Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(status, "utf8"))?.[1]) * 1024) / 1e6;
}

/** Runs `work`. `most` is the peak memory of process `pid` meanwhile, in megabytes. */
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

/** Processor seconds since the start of the process; NaN where unknown. */
export function processorSeconds(pid: number): number {
	const [user, system] = timesInTicks(pid);
	return (user + system) / TICKS_PER_SECOND;
}

/** Processor seconds of all ended child processes of this process. */
export function childSeconds(): number {
	const [, , user, system] = timesInTicks(process.pid);
	return (user + system) / TICKS_PER_SECOND;
}

/** Processor times of a process and of its ended children, in clock ticks; NaN where unknown. */
function timesInTicks(pid: number): [user: number, system: number, childUser: number, childSystem: number] {
	const stat = `/proc/${pid}/stat`;
	// Splits only the part of /proc/PID/stat after the program's name, which may contain spaces.
	const fields = existsSync(stat) ? readFileSync(stat, "utf8").split(") ")[1]?.split(" ") : undefined;
	const field = (index: number) => Number(fields?.[index] ?? Number.NaN);
	return [field(11), field(12), field(13), field(14)];
}
