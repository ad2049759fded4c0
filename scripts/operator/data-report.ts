/** Reports sizes and counts of an installation, and free disk space. */
import { opendir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { env } from "~/lib/env.server";

const MAX_PEOPLE = 10;

/** Report on an installation, with sizes in bytes and instants in UTC milliseconds. */
export type DataReport = Awaited<ReturnType<typeof reportData>>;

export async function reportData() {
	const { sqlite } = await import("~/lib/database/db.server");
	const { readBuildVersion } = await import("~/lib/build-version.server");
	const { readBackupTimes } = await import("~/lib/database/backup-times.server");
	const number = (query: string) => sqlite.prepare<[], number>(query).pluck().get() ?? 0;
	const times = await readBackupTimes();
	const seen = new Set<string>();
	const uploads = await sizeOfFolder(env.UPLOADS_DIR, seen);
	return {
		version: readBuildVersion(),
		database: {
			path: env.DATABASE_PATH,
			bytes: await sizeOf(env.DATABASE_PATH),
			walBytes: await sizeOf(`${env.DATABASE_PATH}-wal`),
		},
		uploads: { path: env.UPLOADS_DIR, ...uploads },
		/** Size of the backups, without images that are hard links to files in the uploads folder. */
		backups: {
			path: env.BACKUPS_DIR,
			...(await sizeOfFolder(env.BACKUPS_DIR, seen)),
			lastAt: times?.lastAt ?? null,
			copiedAt: times?.copiedAt ?? null,
			future: times?.future ?? [],
		},
		disk: await diskOf(dirname(env.DATABASE_PATH)),
		people: number("SELECT count(*) FROM users"),
		verified: number("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL"),
		documents: number("SELECT count(*) FROM documents"),
		images: number("SELECT count(*) FROM document_images"),
		extras: number("SELECT count(*) FROM extras"),
		ownDays: number(
			"SELECT CAST(coalesce(sum(julianday(last_day) - julianday(first_day) + 1), 0) AS INTEGER) FROM own_days",
		),
		largest: await largestPeople(),
	};
}

/** The users whose photos take the most bytes, with their storage quota. */
async function largestPeople() {
	const { sqlite } = await import("~/lib/database/db.server");
	const { maxImageBytes } = await import("~/features/documents/saving/image-quota.server");
	const rows = sqlite
		.prepare<[number], { id: string; email: string; isVerified: 0 | 1; images: number; bytes: number }>(
			`SELECT id, email, email_verified_at IS NOT NULL AS isVerified, images, bytes
			FROM (SELECT user_id, count(*) AS images, sum(bytes) AS bytes FROM document_images
				GROUP BY user_id ORDER BY bytes DESC LIMIT ?)
			JOIN users ON users.id = user_id ORDER BY bytes DESC, email`,
		)
		.all(MAX_PEOPLE);
	return rows.map(({ isVerified, ...row }) => ({ ...row, mostBytes: maxImageBytes(isVerified === 1) }));
}

/** Size of a file in bytes; 0 for a file that does not exist. */
async function sizeOf(path: string): Promise<number> {
	return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/**
 * Number and total size of the files below a folder; 0 when the folder does not exist.
 * @param seen inodes already counted, so that hard links are counted once
 */
async function sizeOfFolder(path: string, seen: Set<string>): Promise<{ files: number; bytes: number }> {
	const size = { files: 0, bytes: 0 };
	// A backup may be removed while the report runs.
	const folder = await opendir(path).catch(() => undefined);
	for await (const entry of folder ?? []) {
		const below = join(path, entry.name);
		if (entry.isDirectory()) {
			const { files, bytes } = await sizeOfFolder(below, seen);
			size.files += files;
			size.bytes += bytes;
			continue;
		}
		const file = await stat(below).catch(() => undefined);
		const key = `${file?.dev}:${file?.ino}`;
		if (!file?.isFile() || seen.has(key)) continue;
		if (file.nlink > 1) seen.add(key);
		size.files += 1;
		size.bytes += file.size;
	}
	return size;
}

/** Free bytes for an unprivileged user, and the used fraction of the disk, from 0 to 1. */
async function diskOf(path: string): Promise<{ freeBytes: number; used: number }> {
	const { bavail, bfree, blocks, bsize } = await statfs(path);
	const usedBlocks = blocks - bfree;
	return { freeBytes: bavail * bsize, used: usedBlocks / (usedBlocks + bavail) };
}
