import { once } from "node:events";
import { cpSync, readdirSync, renameSync, rmSync, watch } from "node:fs";
import { request } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { extraFields } from "../../support/extras";
import { post, sameOrigin, send, urlencoded } from "../../support/server/http-client";
import { runCommand } from "../../support/server/operator";
import { startServer, type TestServer } from "../../support/server/server";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryDatabase } from "../../support/temporary-folder";

/** Time after which nothing may be acknowledged any more. */
const NOTICED_MS = 5000;
const ADD = "/auth/work-overtime/add-work-overtime";

/** Adds extras one after another until `end`, by `performance.now()`. */
async function addExtras(server: TestServer, cookie: string, end: number) {
	const answers: { sentAt: number; status: number; text: string }[] = [];
	for (let n = 0; performance.now() < end || n < 50; n++) {
		const day = `2026-${String((n % 11) + 1).padStart(2, "0")}-${String((n % 28) + 1).padStart(2, "0")}`;
		const body = new URLSearchParams(extraFields({ date: day, comment: `extra ${n}` })).toString();
		const sentAt = performance.now();
		const { status, text } = await post(server.origin, ADD, body, { cookie });
		answers.push({ sentAt, status, text });
		await sleep(10);
	}
	return answers;
}

/** Sends the beginning of a form. @returns a function that sends the rest, and returns the status of the answer */
function halfForm({ origin }: TestServer, cookie: string): () => Promise<unknown> {
	const body = new URLSearchParams(extraFields({ date: "2026-12-05" })).toString();
	const { port, host } = new URL(origin);
	const headers = { host, cookie, ...sameOrigin, ...urlencoded, "content-length": body.length };
	const form = request({ host: "127.0.0.1", port, path: ADD, method: "POST", headers });
	form.write(body.slice(0, 9));
	return async () => {
		form.end(body.slice(9));
		const [answer] = await once(form, "response");
		answer.resume();
		return answer.statusCode;
	};
}

const extrasIn = (path: string) => {
	const file = new SQLite(path, { readonly: true });
	const count = file.prepare<[], number>("SELECT count(*) FROM extras").pluck().get();
	file.close();
	return count;
};

describe("the file of the database vanishes under a running server that people write to", () => {
	const ways: [string, (path: string) => void][] = [
		[
			"deleted, with everything beside it",
			(path) => {
				for (const name of readdirSync(dirname(path))) rmSync(join(dirname(path), name), { recursive: true });
			},
		],
		["renamed", (path) => renameSync(path, `${path}.old`)],
		["left without what was written last", (path) => rmSync(`${path}-wal`)],
		[
			"replaced by another database",
			(path) => {
				cpSync(process.env.BASE_DATABASE ?? "", `${path}.other`);
				renameSync(`${path}.other`, path);
			},
		],
	];
	test.each(ways)(
		"%s: nothing is acknowledged after five seconds, and what was acknowledged comes back",
		async (_, takeAway) => {
			const databasePath = temporaryDatabase();
			const server = await startServer({ DATABASE_PATH: databasePath });
			const { cookie } = seedUser(databasePath);
			const first = await addExtras(server, cookie, 0);
			expect(new Set(first.map(({ status }) => status))).toEqual(new Set([303]));

			const late = halfForm(server, cookie);
			await send(server.origin, "/healthcheck");
			takeAway(databasePath);
			const written = new Set<string | null>();
			const watcher = watch(dirname(databasePath), (_, name) => written.add(name));
			const goneAt = performance.now();
			const later = await addExtras(server, cookie, goneAt + NOTICED_MS + 2000);
			const refused = later.filter(({ sentAt }) => sentAt > goneAt + NOTICED_MS);
			expect(refused.length).toBeGreaterThan(10);
			expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
			expect(await late()).toBe(500);
			expect(refused[0]?.text).toContain("<h1>Ahora no se puede guardar</h1>");
			const health = await send(server.origin, "/healthcheck");
			expect([health.status, health.text]).toEqual([
				503,
				expect.stringMatching(
					/^El archivo de la base de datos ya no está o es otro: .+ npm run restore -- list\n/,
				),
			]);
			expect((await send(server.origin, "/auth/work-overtime", { headers: { cookie } })).status).toBe(200);

			await waitUntil(() => server.output().includes('"event":"database_lost"'), "the rescue");
			watcher.close();
			// What is left of a rescue that is killed is removed in time, as what a restore has replaced.
			expect(Array.from(written).filter((name) => /rescu(?!ed-2)/.test(name ?? ""))).toEqual([]);
			const [, words = ""] = /npm run restore -- ([^"]+)"/.exec(server.output()) ?? [];
			expect(await server.stop()).toBe(0);
			const settings = { DATABASE_PATH: databasePath };
			expect((await runCommand("restore", words.split(" "), settings)).stderr).toBe("");
			const acknowledged = [...first, ...later].filter(({ status }) => status === 303).length;
			expect(extrasIn(databasePath)).toBe(acknowledged);
		},
	);
});
