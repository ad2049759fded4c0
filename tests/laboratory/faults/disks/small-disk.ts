import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory that can be filled. */
export interface SmallDisk {
	folder: string;
	freeBytes(): number;
	/** Leaves `bytes` free by changing or deleting a filler file. */
	leaveFree(bytes: number): void;
	remove(): void;
}

const piece = Buffer.alloc(64 * 1024, "x");

/**
 * Mounts a tmpfs (a file system in memory), by default in a folder of its own. Works only on Linux, as root or under
 * `unshare -rm`.
 * @throws Error in Spanish when the tmpfs cannot be mounted
 */
export function mountSmallDisk(
	megabytes: number,
	folder = mkdtempSync(join(tmpdir(), "relevo-disk-")),
): SmallDisk {
	const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
	if (spawnSync("mount", options).status !== 0) {
		rmdirSync(folder);
		throw new Error(
			"no se puede montar un disco chico: corré la parte como root, o con «unshare -rm» adelante",
		);
	}
	const remove = () => {
		process.off("exit", remove);
		// Option -l unmounts also while a server that is stopping still has open files.
		spawnSync("umount", ["-l", folder]);
		rmdirSync(folder);
	};
	process.once("exit", remove);
	const filler = join(folder, "filler");
	const freeBytes = () => {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize;
	};
	return {
		folder,
		freeBytes,
		leaveFree(bytes) {
			if (freeBytes() < bytes) rmSync(filler, { force: true });
			const file = openSync(filler, "a");
			try {
				for (let free = freeBytes(); free > bytes; free = freeBytes()) {
					writeSync(file, piece, 0, Math.min(piece.length, free - bytes));
				}
			} catch (error) {
				if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
			} finally {
				closeSync(file);
			}
		},
		remove,
	};
}

export function mayMount(): boolean {
	try {
		mountSmallDisk(1).remove();
		return true;
	} catch {
		return false;
	}
}
