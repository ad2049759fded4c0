import { afterAll, beforeAll, expect, test } from "vitest";
import { runCases } from "../../scripts/fuzz/run-cases";
import { seedUser } from "../support/accounts-on-disk";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(() => server.stop());

test("500 of the bent requests of `npm run fuzz`: none fails, none signs in, and the server is well", async () => {
	const { cookie } = seedUser(server.databasePath);
	const { cases, failures, signIns, statuses } = await runCases(
		Number(new URL(server.origin).port),
		3,
		500,
		cookie,
	);
	expect(cases).toBe(500);
	expect(failures).toEqual([]);
	expect(signIns).toEqual([]);
	// They reach more than the first check.
	expect(Array.from(statuses.keys())).toEqual(expect.arrayContaining([200, 302, 400]));
	expect((await fetch(`${server.origin}/healthcheck`)).status).toBe(200);
});
