import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { runCases } from "../laboratory/fuzz/run-cases";
import { seedUser } from "../support/accounts-on-disk";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile({ TRUST_PROXY_HOPS: "1" });

test("500 malformed requests of `npm run fuzz`: none causes a server error or signs in, and the server stays healthy", async () => {
	const { cookie, id } = seedUser(server.databasePath);
	const { cases, failures, signIns, statuses } = await runCases(
		Number(new URL(server.origin).port),
		287,
		500,
		cookie,
	);
	expect(cases).toBe(500);
	expect(failures).toEqual([]);
	expect(signIns).toEqual([]);
	// Some of the requests are accepted.
	expect(Array.from(statuses.keys())).toEqual(expect.arrayContaining([200, 302, 303, 400]));
	// Accepted requests include multipart document forms.
	expect(server.output()).toMatch(/"POST","route":"\/auth\/my-document\/add-document","status":303/);
	const { text } = await send(server.origin, "/auth/my-account", { headers: { cookie } });
	expect(text).toContain("CERRAR SESIÓN");
	const file = new SQLite(server.databasePath, { readonly: true });
	expect(file.prepare("SELECT count(*) FROM users").pluck().get()).toBeGreaterThan(1);
	expect(file.prepare("SELECT real_name FROM users WHERE id = ?").pluck().get(id)).not.toBeNull();
	file.close();
});
