/** Sizes of files and folders, in bytes. */
import { type Dirent, readdirSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface Size {
	files: number;
	bytes: number;
}

/** Size of a file; 0 for a missing file. */
export function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Returns the number and total size of the files below a folder, by kind; empty if the folder does not exist.
 * @param seen inodes already counted, so that hard links count once
 * @param kindOf kind of a file, by its name and folder
 */
export function sizesBelow<Kind extends string>(
	folder: string,
	seen: Set<string>,
	kindOf: (name: string, folder: string) => Kind,
): Map<Kind, Size> {
	const sizes = new Map<Kind, Size>();
	const below = [folder];
	for (let next = below.pop(); next !== undefined; next = below.pop()) {
		for (const entry of entriesOf(next)) {
			const path = join(next, entry.name);
			if (entry.isDirectory()) below.push(path);
			const file = entry.isFile() && statSync(path, { throwIfNoEntry: false });
			if (!file) continue;
			const key = `${file.dev}:${file.ino}`;
			if (file.nlink > 1 && seen.has(key)) continue;
			if (file.nlink > 1) seen.add(key);
			const kind = kindOf(entry.name, next);
			const { files, bytes } = sizes.get(kind) ?? { files: 0, bytes: 0 };
			sizes.set(kind, { files: files + 1, bytes: bytes + file.size });
		}
	}
	return sizes;
}

/** Total size of the files below a folder; 0 without the folder. */
export function sizeBelow(folder: string, seen = new Set<string>()): Size {
	return sizesBelow(folder, seen, () => "all").get("all") ?? { files: 0, bytes: 0 };
}

/** Total size of the files and folders beside `path` whose names begin with the file name of `path` plus `ending`. */
export function sizeBeside(path: string, ending: string): Size {
	const size = { files: 0, bytes: 0 };
	for (const { name } of entriesOf(dirname(path))) {
		if (!name.startsWith(basename(path) + ending)) continue;
		const beside = join(dirname(path), name);
		const file = statSync(beside, { throwIfNoEntry: false });
		const found = file?.isDirectory() ? sizeBelow(beside) : { files: 1, bytes: file?.size ?? 0 };
		size.files += found.files;
		size.bytes += found.bytes;
	}
	return size;
}

export interface Disk {
	/** Id of the disk, equal for folders on the same disk. */
	id: number;
	/** Bytes that an unprivileged process can still write. */
	freeBytes: number;
	/** Used fraction, from 0 to 1. */
	used: number;
}

export function diskOf(path: string): Disk {
	const { bavail, bfree, blocks, bsize } = statfsSync(path);
	const usedBlocks = blocks - bfree;
	const { dev } = statSync(path);
	return {
		id: dev,
		freeBytes: bavail * bsize,
		used: usedBlocks / (usedBlocks + bavail),
	};
}

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
