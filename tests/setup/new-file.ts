/**
 * Separates the test files that a worker runs one after another in one process. Runs before each test file: calls the
 * exit listeners of the previous test file, closes its databases, restores environment variables, and makes the next
 * test file load the project's modules anew. Starting a process for each file would take longer than most test files.
 */
// All files of a worker share one React. Loaded first by a command that a test runs as in production, it would be that of
// production for all that follow, which cannot render what Vitest compiles.
import "react/jsx-dev-runtime";
import "react-dom/server";
import SQLite from "better-sqlite3";
import { expect, vi } from "vitest";

declare global {
	/**
	 * Environment, umask and exit listeners of this Vitest process before its first test file, and the exit listeners of
	 * what goes on from file to file.
	 */
	var workerStart: { env: NodeJS.ProcessEnv; umask: number; exitListeners: Set<unknown> } | undefined;
	/** Vitest's internal object that holds the modules which `vi.mock` has replaced. */
	var __vitest_mocker__: { reset(): void };
}

globalThis.workerStart ??= {
	env: { ...process.env },
	umask: process.umask(),
	exitListeners: new Set(process.listeners("exit")),
};
const { env, umask, exitListeners } = globalThis.workerStart;

for (const listener of process.listeners("exit")) {
	if (exitListeners.has(listener)) continue;
	process.off("exit", listener);
	listener(0);
}
for (const name of Object.keys(globalThis)) {
	if (!name.startsWith("relevo")) continue;
	const value: unknown = Reflect.get(globalThis, name);
	if (value instanceof SQLite) value.close();
	Reflect.deleteProperty(globalThis, name);
}
for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
Object.assign(process.env, env);
process.umask(umask);
process.exitCode = undefined;
// Removes the name of the previous file's last test, which a `beforeAll` of the new test file would otherwise read.
expect.setState({ currentTestName: undefined });
vi.useRealTimers();
vi.unstubAllEnvs();
globalThis.__vitest_mocker__.reset();
vi.resetModules();
