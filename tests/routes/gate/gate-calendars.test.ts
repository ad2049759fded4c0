import { gunzipSync } from "node:zlib";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { encode } from "../../support/requests";
import { post, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer, type TestServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";
import { temporaryDatabase } from "../../support/temporary-folder";

/** Tests how calendar files are sent to calendar apps. */

const server = serverForFile();

const PUBLIC = "/calendars/4turnos_7dias-C-2027.ics";
const phones = {
	Android: "Mozilla/5.0 (Linux; Android 13) Mobile",
	iPhone: "iOS/17.0 (21A329) dataaccessd/1.0",
	Google: "Google-Calendar-Importer",
	nothing: "",
};

let address: string;

beforeAll(async () => {
	address = await makeFeed(server);
});

/** @returns the secret path of a new account's calendar */
async function makeFeed(server: TestServer): Promise<string> {
	const { id, cookie } = seedUser(server.databasePath, { diagram: "4turnos_7dias", crew: "C" });
	const made = await post(server.origin, "/auth/my-calendar", encode({ intent: "make", alarms: "both" }), {
		cookie,
	});
	const secret = /^feed=([\w-]{43});/.exec(
		made.headers["set-cookie"]?.join("\n").match(/^feed=.*$/m)?.[0] ?? "",
	)?.[1];
	expect([id.length, secret?.length]).toEqual([36, 43]);
	return `/feeds/${secret}.ics`;
}

describe.each([
	["the public file", () => PUBLIC],
	["a person's file", () => address],
])("%s", (_, pathOf) => {
	test.each(Object.entries(phones))("is sent to %s, without a cookie", async (_name, agent) => {
		const seen = await send(server.origin, pathOf(), { headers: { "user-agent": agent } });
		expect([seen.status, seen.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
		expect(seen.headers["set-cookie"]).toBeUndefined();
		expect(seen.text).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*END:VCALENDAR\r\n$/);
	});

	test("is compressed to less than 20 KB, and supports HEAD and status 304", async () => {
		const plain = await send(server.origin, pathOf());
		const packed = await send(server.origin, pathOf(), { headers: { "accept-encoding": "gzip" } });
		expect(packed.headers["content-encoding"]).toBe("gzip");
		expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
		expect(packed.body.length).toBeLessThan(20_000);
		expect(plain.body.length).toBeLessThan(300_000);
		const head = await send(server.origin, pathOf(), { method: "HEAD" });
		expect([head.status, head.text]).toEqual([200, ""]);
		expect(head.headers["content-length"]).toBe(String(plain.body.length));
		const etag = plain.headers.etag ?? "";
		expect(head.headers.etag).toBe(etag);
		const again = await send(server.origin, pathOf(), { headers: { "if-none-match": etag } });
		expect([again.status, again.text]).toEqual([304, ""]);
		for (const { headers } of [plain, packed, again]) {
			expect(headers["cache-control"]).toBe("private, no-cache");
			expect(headers.etag).toBe(etag);
		}
	});

	test("accepts no form", async () => {
		expect((await post(server.origin, pathOf(), "x=1")).status).toBe(405);
	});
});

test("the public file changes immediately when an operator's command writes to the database", async () => {
	const before = await send(server.origin, PUBLIC);
	const command = new SQLite(server.databasePath);
	command.prepare("UPDATE diagramas SET anchor_confirmed = 1 WHERE id = '4turnos_7dias'").run();
	command.close();
	const after = await send(server.origin, PUBLIC, {
		headers: { "if-none-match": before.headers.etag ?? "" },
	});
	expect(after.status).toBe(200);
	expect(before.text).toContain("(sin confirmar)");
	expect(after.text).not.toContain("(sin confirmar)");
});

test("a user's file is sent again after an update of the program that only changes texts", async () => {
	const DATABASE_PATH = temporaryDatabase();
	const old = await startServer({ DATABASE_PATH });
	const feed = await makeFeed(old);
	const before = await send(old.origin, feed);
	await old.stop();
	const updated = await startServer(
		{ DATABASE_PATH, PORT: new URL(old.origin).port },
		patchedBuild(["un diagrama sin confirmar por la planta.", "una planta que no lo confirmó."]),
	);
	const headers = { "if-none-match": before.headers.etag ?? "" };
	const after = await send(updated.origin, feed, { headers });
	expect(after.status).toBe(200);
	expect(before.text).toContain("Según un diagrama sin confirmar por la planta.");
	expect(after.text).toContain("Según una planta que no lo confirmó.");
});

test("every wrong secret gets the same response", async () => {
	const wrong = [
		`/feeds/${"A".repeat(43)}.ics`,
		"/feeds/x.ics",
		address.replace(".ics", ""),
		address.replace(".ics", ".ics.ics"),
		`${address}/x`,
	];
	for (const path of wrong) {
		const { status, headers } = await send(server.origin, path);
		expect([status, headers.etag], path).toEqual([404, undefined]);
	}
});

test("no log line contains the secret, even in another spelling of the address", async () => {
	const secret = address.slice("/feeds/".length, -".ics".length);
	for (const path of [
		address,
		address.replace("feeds", "FEEDS"),
		`${address}?x=1`,
		`${address}/`,
		`/x${address}`,
	])
		await send(server.origin, path);
	await expect.poll(() => server.output()).toContain('"route":"/feeds/:file"');
	expect(server.output()).not.toContain(secret);
});
