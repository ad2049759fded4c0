import { existsSync, readFileSync } from "node:fs";

/**
 * Command prefix that limits the data of a Node program to `megabytes` (of 2^20 bytes) by `prlimit`, which also counts
 * allocated memory that is never used. The address space that V8 reserves for compiled code is added to the limit: on
 * Node 24 it counts as data, 512 MB even for an empty program, although hardly any of it is used.
 */
export function limitData(megabytes: number): string[] {
	return ["prlimit", `--data=${megabytes * 1_048_576 + reservedCodeBytes()}`];
}

/** Sum of the mappings of this process that are both writable and executable. On Node 20 there are hardly any. */
function reservedCodeBytes(): number {
	const maps = existsSync("/proc/self/maps") ? readFileSync("/proc/self/maps", "utf8") : "";
	return Array.from(maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm), ([, from = "", to = ""]) => {
		return Number.parseInt(to, 16) - Number.parseInt(from, 16);
	}).reduce((sum, bytes) => sum + bytes, 0);
}
