import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { copyFile, link, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { codeOf } from "~/lib/files/error-code";
import { makeFolder } from "~/lib/files/make-folder.server";
import type { OnProgress } from "~/lib/progress";
import { MB } from "~/lib/units/bytes";

/**
 * Fills the image pool. Image files never change, so a backup adds only the images that the pool lacks. The pool has
 * files of its own, not links: damage of the disk to a live image must not be damage of its only copy.
 */

/** Bytes that must stay free when images that older programs have linked get a file of their own. */
const MIN_FREE_BYTES = 500 * MB;

/** What `fillPool` found. All lists hold file names. */
export interface Filled {
	/** SHA-256 of each image that is whole in the pool. */
	hashes: Map<string, string>;
	/** Images whose files are missing in both folders. */
	missing: string[];
	/** Images that are damaged in the uploads folder. Those that are also in `hashes` have a whole copy in the pool. */
	damaged: string[];
	/** Images that were damaged in the pool, and were replaced by the live ones. */
	repaired: string[];
}

/**
 * Adds images of the uploads folder to the image pool, unless they are damaged or the pool already has them.
 * @param expected SHA-256 by name, as far as it is known
 * @param trusted images of the pool that need not be read again. The others are compared with the live ones
 * @throws Error when an image cannot be read or written
 */
export async function fillPool(
	uploads: string,
	pool: string,
	expected: ReadonlyMap<string, string | undefined>,
	trusted: ReadonlySet<string>,
	onProgress?: OnProgress,
): Promise<Filled> {
	makeFolder(pool);
	const there = new Set(await readdir(pool));
	const found: Filled = { hashes: new Map(), missing: [], damaged: [], repaired: [] };
	const added = Array.from(expected.keys()).filter((name) => !there.has(name));
	// Copying takes a while. A link keeps an image that its owner deletes meanwhile, but that the copied database names.
	for (const name of added) await link(join(uploads, name), held(pool, name)).catch(() => {});
	let done = 0;
	for (const [name, wanted] of expected) {
		onProgress?.(done++, expected.size);
		if (there.has(name) && trusted.has(name) && wanted !== undefined) found.hashes.set(name, wanted);
		else await compare(sourceOf(uploads, pool, name), join(pool, name), name, wanted, found);
	}
	for (const name of added) await rm(held(pool, name), { force: true });
	await syncFolder(pool);
	return found;
}

function held(pool: string, name: string): string {
	return join(pool, `${name}.held`);
}

function sourceOf(uploads: string, pool: string, name: string): string {
	return existsSync(held(pool, name)) ? held(pool, name) : join(uploads, name);
}

async function compare(
	live: string,
	pooled: string,
	name: string,
	wanted: string | undefined,
	found: Filled,
): Promise<void> {
	// Reads the live image only once: its owner may delete it before a second reading.
	const bytes = await bytesOf(live);
	const [liveHash, pooledHash] = [bytes ? sha256(bytes) : undefined, await hashOf(pooled)];
	const hash = wanted ?? pooledHash ?? liveHash;
	if (bytes === null || (liveHash && liveHash !== hash)) found.damaged.push(name);
	if (hash && pooledHash === hash) {
		await separate(live, pooled);
	} else if (hash && bytes && liveHash === hash) {
		await writeImage(bytes, pooled);
		if (pooledHash !== undefined) found.repaired.push(name);
	} else {
		if (bytes === undefined) found.missing.push(name);
		return;
	}
	found.hashes.set(name, hash);
}

/** Gives the pool a file of its own where an older program has linked the live one, if the disk has room. */
async function separate(live: string, pooled: string): Promise<void> {
	const [one, other] = await Promise.all([stat(live).catch(() => undefined), stat(pooled)]);
	if (!one || one.ino !== other.ino || one.dev !== other.dev) return;
	const { bavail, bsize } = await statfs(pooled);
	if (bavail * bsize >= MIN_FREE_BYTES) await copyImage(pooled, pooled);
}

/** Copies an image, replacing what is there, and syncs the copy. */
export async function copyImage(from: string, to: string): Promise<void> {
	await writeImage(await readFile(from), to);
}

async function writeImage(bytes: Buffer, to: string): Promise<void> {
	const work = `${to}.new`;
	try {
		await writeFile(work, bytes, { mode: 0o600, flush: true });
		await rename(work, to);
	} catch (error) {
		await rm(work, { force: true });
		throw error;
	}
}

/** The first folder that has an image whole, by its SHA-256 if that is known; undefined if none has. */
export async function firstWhole(places: readonly string[], name: string, hash: string | undefined) {
	for (const place of places) {
		const found = await hashOf(join(place, basename(name)));
		if (found !== undefined && (hash === undefined || found === hash)) return place;
	}
	return undefined;
}

/** SHA-256 of an image; undefined if the file is missing or the disk cannot read it. */
async function hashOf(path: string): Promise<string | undefined> {
	const bytes = await bytesOf(path);
	return bytes ? sha256(bytes) : undefined;
}

function sha256(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Content of a file; undefined if it is missing, null if it cannot be read: one bad sector, or one file of another user,
 * must not end all backups.
 */
async function bytesOf(path: string): Promise<Buffer | undefined | null> {
	try {
		return await readFile(path);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return undefined;
		if (codeOf(error) === "EIO" || codeOf(error) === "EACCES") return null;
		throw error;
	}
}

/**
 * Hard-links images into a folder, or copies them where hard links are impossible. For images that the caller then
 * removes from where they were. Skips missing images, and those that the folder already has.
 */
export async function linkImages(from: string, folder: string, names: readonly string[]): Promise<void> {
	makeFolder(folder);
	for (const name of names) await linkOne(join(from, name), join(folder, name));
	await syncFolder(folder);
}

async function linkOne(from: string, to: string): Promise<void> {
	try {
		return await link(from, to);
	} catch (error) {
		if (["ENOENT", "EEXIST"].includes(codeOf(error) ?? "")) return;
	}
	await copyFile(from, `${to}.new`, constants.COPYFILE_FICLONE);
	await syncFile(`${to}.new`);
	await rename(`${to}.new`, to);
}
