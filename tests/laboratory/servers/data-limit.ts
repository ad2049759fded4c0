import { existsSync, readFileSync } from "node:fs";

/**
 * Returns a command prefix that limits the memory of a Node program to `megabytes` (of 2^20 bytes). `prlimit` counts
 * memory that is reserved but never used. On Node 24, V8 reserves 512 MB for compiled code even in an empty program, so
 * the reserved size is added to the limit.
 */
export function limitData(megabytes: number): string[] {
	return ["prlimit", `--data=${megabytes * 1_048_576 + reservedCodeBytes()}`];
}

/**
 * Size of the memory that V8 reserves for compiled code: this process's mappings that are both writable and executable.
 */
function reservedCodeBytes(): number {
	const maps = existsSync("/proc/self/maps") ? readFileSync("/proc/self/maps", "utf8") : "";
	return Array.from(maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp/gm), ([, from = "", to = ""]) => {
		return Number.parseInt(to, 16) - Number.parseInt(from, 16);
	}).reduce((sum, bytes) => sum + bytes, 0);
}
