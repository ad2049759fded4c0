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

/**
 * Total proportional memory (PSS) of processes, in megabytes. Memory that several processes share, such as Node's
 * program file, counts once. A process that has ended counts as 0. Linux only.
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
	const [user, system] = timesInTicks(pid);
	return (user + system) / TICKS_PER_SECOND;
}

/** Processor time of all ended child processes of this process, in seconds. */
export function childSeconds(): number {
	const [, , user, system] = timesInTicks(process.pid);
	return (user + system) / TICKS_PER_SECOND;
}

/** User and system time of a process, and of its ended child processes, in clock ticks. */
function timesInTicks(pid: number): [user: number, system: number, childUser: number, childSystem: number] {
	const stat = `/proc/${pid}/stat`;
	// Splits /proc/PID/stat after the program's name, which is in parentheses and may contain spaces.
	const fields = existsSync(stat) ? readFileSync(stat, "utf8").split(") ")[1]?.split(" ") : undefined;
	const field = (index: number) => Number(fields?.[index] ?? Number.NaN);
	return [field(11), field(12), field(13), field(14)];
}
