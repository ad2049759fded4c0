import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";
import { findPayTerms } from "~/features/agreement/agreements.server";
import { termsVersion } from "~/features/agreement/terms-version";
import { toValues } from "~/features/extras/form/extra-values.server";
import { MAX_EXTRAS, toColumns } from "~/features/extras/rows/extras.server";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { noteFailure, sqlite } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { env } from "~/lib/env.server";
import { inSteps, piecesOf } from "~/lib/in-steps.server";
import type { ReadExtra } from "./read-extras.server";

/**
 * Adds the rows that the user does not have yet: all of them or, after an error, none. The user's terms decide
 * the hours by premium unless the worker typed them. Entries whose premium the terms leave unknown are marked for review.
 * @returns the number of added entries; "full" if the user would have more than MAX_EXTRAS
 * @throws Error when the disk is full
 */
export async function importExtras(userId: string, rows: readonly ReadExtra[]) {
	requireRoomForMore();
	const version = termsVersion(sqlite, userId);
	return addInThread(userId, version, await toEntries(userId, rows, Date.now()));
}

async function toEntries(userId: string, rows: readonly ReadExtra[], now: number): Promise<Entry[]> {
	const entries: Entry[] = [];
	const terms = await findPayTerms(userId);
	await inSteps(rows, (row) => {
		const { idFile = randomUUID(), startMinute = null, isStartProposed } = row;
		const read = toValues(row, { startMinute, isStartProposed }, terms);
		const isUnknown = read.premiums[UNCLASSIFIED] !== undefined && !read.hasOwnSplit;
		const values = isUnknown ? toValues(row, { startMinute, isStartProposed }, terms, true) : read;
		entries.push({
			user_id: userId,
			id_file: idFile,
			...toColumns(values),
			// Keeps the entries of one day in the order of the file.
			created_at: now - rows.length + entries.length,
			edited_at: null,
		});
	});
	return entries;
}

const PROGRAM = resolve("build/scripts/add-extras.js");

export type Entry = Insertable<ExtrasTable>;

/** Task of the thread that adds imported entries to the database. */
export interface Task {
	databasePath: string;
	userId: string;
	/** That of the terms by which the entries' pay was worked out. */
	termsVersion: string;
	max: number;
}

/**
 * Runs `addEntries` in a separate thread. Adding 20,000 entries takes a second, and they must be added in one
 * transaction. On this thread, the transaction would block all other requests.
 * @throws Error with SQLite's error code
 */
async function addInThread(userId: string, termsVersion: string, entries: readonly Entry[]) {
	const task: Task = { databasePath: env.DATABASE_PATH, userId, termsVersion, max: MAX_EXTRAS };
	// Keeps V8's heap for new objects small: otherwise the process keeps more memory after several imports.
	const resourceLimits = { maxYoungGenerationSizeMb: 4 };
	const thread = new Worker(PROGRAM, { workerData: task, resourceLimits });
	const answered = new Promise<number | "full">((resolve, reject) => {
		thread.once("message", resolve).once("error", reject);
		thread.once("exit", (code) => reject(new Error(`the thread ended with ${code}`)));
	});
	const sent = (async () => {
		for await (const some of piecesOf(entries)) thread.postMessage(some);
		thread.postMessage("end");
	})();
	try {
		const [count] = await Promise.all([answered, sent]);
		return count;
	} catch (error) {
		noteFailure(error);
		throw error;
	}
}
