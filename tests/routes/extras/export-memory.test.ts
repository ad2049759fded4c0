import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { peakMegabytes, peakMemoryDuring, residentMegabytes } from "../../laboratory/figures/process-figures";
import { seedUser } from "../../support/accounts-on-disk";
import { insertExtras } from "../../support/extras";
import { send } from "../../support/server/http-client";
import { startServer } from "../../support/server/server";

/** Number of extras (overtime entries). It exceeds MAX_EXTRAS, because older versions of the program allowed more. */
const COUNT = 60_000;

/** Tests that the server sends an export while it reads the rows, and never holds the whole export in memory. */
test(`${COUNT} extras, requested ten times at once, take at most 60 MB`, async () => {
	// Limits V8's heap, which on a busy machine can grow so much that it would hide the memory of the export.
	const server = await startServer({ NODE_OPTIONS: "--max-old-space-size=64 --max-semi-space-size=4" });
	const { pid = 0 } = server.process;
	const [few, many] = [seedUser(server.databasePath), seedUser(server.databasePath)];
	const file = new SQLite(server.databasePath, { timeout: 5000 });
	insertExtras(file, many.id, COUNT);
	file.close();
	const addresses = ["/auth/export", "/auth/work-overtime/export"];
	const get = (path: string, { cookie }: { cookie: string }) =>
		// Each request has a connection of its own: the shared ones are fewer than ten, and the last requests would begin
		// only after the answers to others, perhaps when the export has ended.
		send(server.origin, path, { headers: { cookie }, agent: false });
	// Makes the server load all code, and lets the heap grow to its usual size.
	for (let visit = 0; visit < 50; visit++) {
		for (const path of ["/auth/work-overtime", ...addresses]) expect((await get(path, few)).status).toBe(200);
	}

	const before = residentMegabytes(pid);
	let most = 0;
	for (const path of addresses) {
		const asked = await peakMemoryDuring(pid, () =>
			Promise.all(Array.from({ length: 10 }, () => get(path, many))),
		);
		most = Math.max(most, asked.most);
		const answers = asked.result;
		expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.headers["retry-after"]).toBe("60");
		expect(refused?.text).toContain("Esa descarga ya está en camino.");
	}
	// The peak measured by the system, if available, includes moments between two measurements of this test.
	const peak = peakMegabytes(pid);
	expect(Math.max(most, Number.isNaN(peak) ? 0 : peak) - before).toBeLessThan(60);
	expect(await server.stop()).toBe(0);
});
