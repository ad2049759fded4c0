/** Image files that no database row names. Opens no database, so that a restore can use this module. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/lib/env.server";

/**
 * Number of leftovers that crashes may explain. If there are more, and more of them than files that rows name, the
 * database is taken for that of another installation.
 */
const MAX_LEFTOVERS = 20;

/** Folder in UPLOADS_DIR with one folder per day (UTC) on which leftovers were put aside. No request is served from it. */
const LEFTOVERS = "leftovers";
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether so many of an uploads folder's images are without a row that the database is probably not theirs. */
export function isTooMuch(unnamed: number, files: number): boolean {
	return unnamed > MAX_LEFTOVERS && unnamed > files - unnamed;
}

/** Folder for what is put aside at `now`, in UTC milliseconds. */
export function leftoversOf(now: number): string {
	return join(env.UPLOADS_DIR, LEFTOVERS, new Date(now).toISOString().slice(0, 10));
}

/** Folders of the days on which leftovers were put aside, oldest first. */
export async function listLeftovers(): Promise<string[]> {
	const days = await readdir(join(env.UPLOADS_DIR, LEFTOVERS)).catch(() => []);
	return days
		.filter((day) => DAY.test(day))
		.sort()
		.map((day) => join(env.UPLOADS_DIR, LEFTOVERS, day));
}
