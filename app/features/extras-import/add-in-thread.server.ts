import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { noteFailure } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { piecesOf } from "~/lib/in-steps.server";

const PROGRAM = resolve("build/scripts/add-extras.js");

export type Entry = Insertable<ExtrasTable>;

/** Task of the thread that adds imported entries to the database. */
export interface Task {
	databasePath: string;
	userId: string;
	/** Maximum number of the user's entries. */
	max: number;
}

/**
 * Result that the thread sends when it ends. An error is sent as its fields, because threads cannot exchange instances
 * of a class.
 */
export type Answer = { result: number | "full" } | { error: { message: string; code?: string } };

/**
 * Runs `addEntries` in a separate thread. Adding 20,000 entries takes a second, and they must be added in one
 * transaction. On this thread, the transaction would block all other requests.
 * @throws Error with SQLite's error code
 */
export async function addInThread(userId: string, entries: readonly Entry[]): Promise<number | "full"> {
	const task: Task = { databasePath: env.DATABASE_PATH, userId, max: MAX_EXTRAS };
	// Keeps V8's heap for new objects small: otherwise the process keeps more memory after several imports.
	const resourceLimits = { maxYoungGenerationSizeMb: 4 };
	const thread = new Worker(PROGRAM, { workerData: task, resourceLimits });
	const answered = new Promise<Answer>((resolve, reject) => {
		thread.once("message", resolve).once("error", reject);
		thread.once("exit", (code) => reject(new Error(`the thread ended with ${code}`)));
	});
	const sent = (async () => {
		for await (const some of piecesOf(entries)) thread.postMessage(some);
		thread.postMessage("end");
	})();
	const [answer] = await Promise.all([answered, sent]);
	if ("result" in answer) return answer.result;
	const { message, code } = answer.error;
	const error = Object.assign(new Error(message), { code });
	noteFailure(error);
	throw error;
}
