import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own, in memory, that can be filled to the last byte. */
export interface SmallDisk {
	folder: string;
	freeBytes(): number;
	/** Fills it with a file until so many bytes are left, or gives back what was filled before. */
	leave(bytes: number): void;
	remove(): void;
}

const piece = Buffer.alloc(64 * 1024, "x");

/**
 * Makes one. Only Linux lets a program do so, and only root, which one is inside `unshare -rm` too.
 * @throws Error in Spanish that says so
 */
export function mountSmallDisk(megabytes: number): SmallDisk {
	const folder = mkdtempSync(join(tmpdir(), "relevo-disk-"));
	const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder];
	if (spawnSync("mount", options).status !== 0) {
		rmdirSync(folder);
		throw new Error(
			"no se puede montar un disco chico: corré la parte como root, o con «unshare -rm» adelante",
		);
	}
	const remove = () => {
		process.off("exit", remove);
		// Lazily: a server that has not ended yet may still have files open.
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
		leave(bytes) {
			if (freeBytes() < bytes) rmSync(filler, { force: true });
			const file = openSync(filler, "a");
			try {
				for (let free = freeBytes(); free > bytes; free = freeBytes()) {
					writeSync(file, piece, 0, Math.min(piece.length, free - bytes));
				}
			} catch (error) {
				// Somebody else has taken the last page.
				if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
			} finally {
				closeSync(file);
			}
		},
		remove,
	};
}
