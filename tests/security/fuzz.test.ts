import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { runCases } from "../laboratory/fuzz/run-cases";
import { seedUser } from "../support/accounts-on-disk";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile({ TRUST_PROXY_HOPS: "1" });

test("500 of the bent requests of `npm run fuzz`: none fails, none signs in, and the server is well", async () => {
	const { cookie, id } = seedUser(server.databasePath);
	const { cases, failures, signIns, statuses } = await runCases(
		Number(new URL(server.origin).port),
		4,
		500,
		cookie,
	);
	expect(cases).toBe(500);
	expect(failures).toEqual([]);
	expect(signIns).toEqual([]);
	// They reach more than the first check: the session still stands, and some forms were as good as ours.
	expect(Array.from(statuses.keys())).toEqual(expect.arrayContaining([200, 302, 303, 400]));
	// Forms of documents too, which come as multipart.
	expect(server.output()).toMatch(/"POST","route":"\/auth\/my-document\/add-document","status":303/);
	const { text } = await send(server.origin, "/auth/my-account", { headers: { cookie } });
	expect(text).toContain("CERRAR SESIÓN");
	const file = new SQLite(server.databasePath, { readonly: true });
	expect(file.prepare("SELECT count(*) FROM users").pluck().get()).toBeGreaterThan(1);
	expect(file.prepare("SELECT real_name FROM users WHERE id = ?").pluck().get(id)).not.toBeNull();
	file.close();
});
