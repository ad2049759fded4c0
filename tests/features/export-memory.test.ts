import { readFileSync } from "node:fs";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { seedUser } from "../support/accounts-on-disk";
import { putMany } from "../support/extras";
import { send } from "../support/http-client";
import { startServer } from "../support/server";

const MB = 1024 * 1024;
/** More than can be added by now, as an older program took them. */
const COUNT = 60_000;

/** Decision 35: everything about a person is sent while it is read, and never stands in memory. */
test.skipIf(process.platform !== "linux")(
	`${COUNT} extras, asked for ten times at once, cost 60 MB at most`,
	async () => {
		const server = await startServer({ NODE_OPTIONS: "--max-old-space-size=256" });
		const { pid } = server.process;
		const memory = (line: "VmRSS" | "VmHWM") => {
			const status = readFileSync(`/proc/${pid}/status`, "utf8");
			return (Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / MB;
		};
		const [few, many] = [seedUser(server.databasePath), seedUser(server.databasePath)];
		const file = new SQLite(server.databasePath, { timeout: 5000 });
		putMany(file, many.id, COUNT);
		file.close();
		const addresses = ["/auth/export", "/auth/work-overtime/export"];
		const get = (path: string, { cookie }: { cookie: string }) =>
			send(server.origin, path, { headers: { cookie } });
		// The program is loaded, has done all of it, and its heap has the size of one that works.
		for (let visit = 0; visit < 50; visit++) {
			for (const path of ["/auth/work-overtime", ...addresses])
				expect((await get(path, few)).status).toBe(200);
		}

		const before = memory("VmRSS");
		for (const path of addresses) {
			const answers = await Promise.all(Array.from({ length: 10 }, () => get(path, many)));
			expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
			const refused = answers.find(({ status }) => status === 429);
			expect(refused?.headers["retry-after"]).toBe("60");
			expect(refused?.text).toContain("Esa descarga ya está en camino.");
		}
		const more = memory("VmHWM") - before;
		expect(more).toBeLessThan(60);
		expect(await server.stop()).toBe(0);
	},
);
