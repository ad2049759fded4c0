/** Sizes of files and folders of an installation, in bytes. */
import { type Dirent, readdirSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

export interface Size {
	files: number;
	bytes: number;
}

/** Size of a file in bytes; 0 for a file that does not exist. */
export function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Number and total size of the files below a folder, by kind; empty when the folder does not exist.
 * @param seen inodes already counted, so that each hard-linked file is counted once
 * @param kindOf returns the kind of a file from its name and folder
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
			// A backup may be removed while the report runs.
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

/** Number and total size of the files below a folder; 0 when the folder does not exist. */
export function sizeBelow(folder: string, seen = new Set<string>()): Size {
	return sizesBelow(folder, seen, () => "all").get("all") ?? { files: 0, bytes: 0 };
}

/**
 * Number and total size of the files and folders that are siblings of `path` and whose names begin with the name of
 * `path` followed by `ending`.
 */
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
	/** Number of the file system; equal for folders on the same disk. */
	id: number;
	/** Number of bytes that an unprivileged process can still write. */
	freeBytes: number;
	bytes: number;
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
		bytes: blocks * bsize,
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
