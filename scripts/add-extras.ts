/**
 * Adds imported overtime entries to the database. Runs as a thread of the server, with a connection of its own. The
 * thread receives the entries in pieces, then "end". An error ends it, and reaches the server with its code.
 */
import { parentPort, workerData } from "node:worker_threads";
import { addEntries } from "~/features/extras-import/add-entries.server";
import type { Entry, Task } from "~/features/extras-import/import-extras.server";
import { openSqlite } from "~/lib/database/open-sqlite.server";

const task: Task = workerData;
const entries: Entry[] = [];

parentPort?.on("message", async (message: Entry[] | "end") => {
	if (message !== "end") return entries.push(...message);
	const sqlite = openSqlite(task.databasePath);
	try {
		parentPort?.postMessage(await addEntries(sqlite, task, entries));
	} finally {
		sqlite.close();
	}
	parentPort?.close();
});
