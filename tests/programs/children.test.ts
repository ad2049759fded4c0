import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder";

test("a failing test file leaves no process behind: neither from a test, beforeAll nor the laboratory", async () => {
	const folder = temporaryFolder();
	const file = join(folder, "started.json");
	const args = ["node_modules/vitest/vitest.mjs", "run", "--config", "tests/fixtures/left-behind.config.ts"];
	const { code, output } = await runVitest(args, file);
	expect(output).toContain("1 failed");
	expect(code).toBe(1);
	const started: number[] = JSON.parse(readFileSync(file, "utf8"));
	expect(started).toHaveLength(4);
	expect(started.filter(isAlive)).toEqual([]);
});

function runVitest(args: string[], file: string): Promise<{ code: unknown; output: string }> {
	// Leaves out three variables that Vitest sets for its workers, because they would confuse the started Vitest.
	const { VITEST: _, VITEST_POOL_ID, VITEST_WORKER_ID, ...rest } = process.env;
	const env = { ...rest, STARTED_FILE: file, NO_COLOR: "1" };
	return new Promise((resolve) => {
		execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
			resolve({ code: error?.code ?? 0, output: stdout + stderr }),
		);
	});
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}
