/**
 * Adds imported overtime entries to the database. Runs as a thread of the server, with a connection of its own. The
 * thread receives the entries in pieces, then "end".
 */
import { parentPort, workerData } from "node:worker_threads";
import { addEntries } from "~/features/extras-import/add-entries.server";
import type { Answer, Entry, Task } from "~/features/extras-import/import-extras.server";
import { openSqlite } from "~/lib/database/open-sqlite.server";
import { codeOf } from "~/lib/files/error-code";

const task: Task = workerData;
const entries: Entry[] = [];

parentPort?.on("message", async (message: Entry[] | "end") => {
	if (message !== "end") return entries.push(...message);
	parentPort?.postMessage(await add());
	parentPort?.close();
});

async function add(): Promise<Answer> {
	const sqlite = openSqlite(task.databasePath);
	try {
		return { result: await addEntries(sqlite, task, entries) };
	} catch (error) {
		return {
			error: { message: error instanceof Error ? error.message : String(error), code: codeOf(error) },
		};
	} finally {
		sqlite.close();
	}
}
