import { afterAll, beforeAll } from "vitest";
import { startServer, type TestServer } from "./server";

/** Settings for the test file's database and uploads. */
export const ownData = {
	DATABASE_PATH: process.env.DATABASE_PATH ?? "",
	UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
};

/**
 * Starts one server for all tests of a file or `describe` block.
 * @param settings environment variables, or a function that returns them at the start
 */
export function serverForFile(
	settings: Record<string, string> | (() => Record<string, string>) = {},
	...build: [build?: string, place?: string]
): TestServer {
	let started: TestServer | undefined;
	const server = () => {
		if (!started) throw new Error("the server starts before the first test");
		return started;
	};
	beforeAll(async () => {
		started = await startServer(typeof settings === "function" ? settings() : settings, ...build);
	});
	afterAll(async () => {
		await started?.stop();
	});
	return {
		get origin() {
			return server().origin;
		},
		get databasePath() {
			return server().databasePath;
		},
		get uploads() {
			return server().uploads;
		},
		get process() {
			return server().process;
		},
		output: () => server().output(),
		stop: () => server().stop(),
	};
}
