import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { sameOrigin, send, urlencoded } from "../../support/server/http-client";
import { startServer } from "../../support/server/server";

test("while an operator's command writes, the server's writes wait and all other requests get a response", async () => {
	const { origin, databasePath } = await startServer();
	const [reader, writer] = [seedUser(databasePath), seedUser(databasePath)];
	const command = new SQLite(databasePath);
	command.exec("BEGIN IMMEDIATE");
	let isAnswered = false;
	const headers = { ...urlencoded, ...sameOrigin, cookie: writer.cookie };
	const waiting = send(origin, "/auth/logout", { method: "POST", headers, body: "" }).finally(() => {
		isAnswered = true;
	});
	for (let page = 0; page < 5; page++) {
		const { status } = await send(origin, "/auth/my-account", { headers: { cookie: reader.cookie } });
		expect({ status, isAnswered }).toEqual({ status: 200, isAnswered: false });
	}
	command.exec("COMMIT");
	command.close();
	expect((await waiting).headers.location).toMatch(/\/home$/);
	const { status } = await send(origin, "/auth/my-account", { headers: { cookie: writer.cookie } });
	expect(status).toBe(302);
});
