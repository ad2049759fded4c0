import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { MB } from "~/lib/units/bytes";

const CHUNK_BYTES = MB;

/** SHA-256 of a file; undefined if the system cannot read it, as where the disk has a bad sector. */
export function readableHash(path: string): string | undefined {
	try {
		return sha256Of(path);
	} catch (error) {
		if (error instanceof Error && "syscall" in error) return undefined;
		throw error;
	}
}

/** Returns the SHA-256 of a file in hexadecimal. The file may be larger than the memory. */
export function sha256Of(path: string): string {
	const hash = createHash("sha256");
	const chunk = Buffer.alloc(CHUNK_BYTES);
	const file = openSync(path, "r");
	try {
		for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
			hash.update(chunk.subarray(0, read));
		}
	} finally {
		closeSync(file);
	}
	return hash.digest("hex");
}
