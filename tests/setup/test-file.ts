import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { endChildren, watchChildren } from "../support/server/children";

watchChildren();

/** Gives each test file its own database, folders and settings, before it imports the application. */
const folder = mkdtempSync(join(tmpdir(), "relevo-test-"));
cpSync(process.env.BASE_DATABASE ?? "", join(folder, "relevo.sqlite"));
// The tests and their programs put temporary files into this folder, which is deleted at the end.
process.env.TMPDIR = folder;
// Lets a program that runs as another user enter this folder.
chmodSync(folder, 0o711);
process.env.NODE_ENV = "test";
process.env.DATABASE_PATH = join(folder, "relevo.sqlite");
process.env.UPLOADS_DIR = join(folder, "uploads");
process.env.BACKUPS_DIR = join(folder, "backups");
process.env.SESSION_SECRET = "only-for-tests-0123456789-abcdefghijklm";

/** Log lines, shown only when a test fails. */
let logged = "";
const write = process.stdout.write.bind(process.stdout);
vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
	const text = String(chunk);
	if (!text.startsWith('{"time":')) return write(text);
	logged += text;
	return true;
});
beforeEach(({ onTestFailed }) => {
	logged = "";
	onTestFailed(() => {
		write(logged);
	});
});

/** Fails each test during which something calls `console.error`. */
const consoleError = vi.spyOn(console, "error");
afterEach(() => {
	const calls = consoleError.mock.calls.map((call) => call.join(" "));
	consoleError.mockClear();
	expect(calls).toEqual([]);
});

// This hook is registered first and runs last, when the file's own hooks have stopped their programs.
afterAll(async () => {
	await endChildren();
	rmSync(folder, { recursive: true, force: true });
});
