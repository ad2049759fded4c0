import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { endChildren, watchChildren } from "../support/server/children";

watchChildren();

/** Each test file has its own database, uploads folder and settings, in place before it imports anything of ours. */
const folder = mkdtempSync(join(tmpdir(), "relevo-test-"));
cpSync(process.env.BASE_DATABASE ?? "", join(folder, "relevo.sqlite"));
// Temporary files of the tests and of what they start are removed with it.
process.env.TMPDIR = folder;
// Some programs run as another user, who has to get to their folders.
chmodSync(folder, 0o711);
process.env.NODE_ENV = "test";
process.env.DATABASE_PATH = join(folder, "relevo.sqlite");
process.env.UPLOADS_DIR = join(folder, "uploads");
process.env.BACKUPS_DIR = join(folder, "backups");
process.env.SESSION_SECRET = "only-for-tests-0123456789-abcdefghijklm";

/** What the program logs in the test's own process is shown only when the test fails. */
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

/** An error on the console that no test expected is a defect. */
const consoleError = vi.spyOn(console, "error");
afterEach(() => {
	const calls = consoleError.mock.calls.map((call) => call.join(" "));
	consoleError.mockClear();
	expect(calls).toEqual([]);
});

// Registered first, so it runs last: what a test's own hooks stop has had its time.
afterAll(async () => {
	await endChildren();
	rmSync(folder, { recursive: true, force: true });
});
