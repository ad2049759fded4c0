import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { plainCopy, withoutToday } from "~/worker/html/copy-html";
import { makeUser, signedIn } from "../support/accounts";
import { extraRow } from "../support/extras";
import { sameOrigin, send, urlencoded } from "../support/server/http-client";
import { startServer } from "../support/server/server";
import { ownData, serverForFile } from "../support/server/server-for-file";

/** Key of own days. */
const DAYS = "44444444-4444-4444-8444-444444444444";

const [MOST_OF_WORKER, MOST_OF_REGISTRATION] = [8192, 1024];

const server = serverForFile({ ...ownData, SERVICE_WORKER: "on" });

test("browsers ask for it anew each time, and it and its registration are small as they are sent", async () => {
	// Every browser that has service workers over https takes brotli.
	const worker = await send(server.origin, "/sw.js", { headers: { "Accept-Encoding": "gzip, deflate, br" } });
	expect(worker.headers).toMatchObject({
		"cache-control": "no-cache",
		"content-encoding": "br",
		"content-type": "text/javascript; charset=utf-8",
	});
	expect(worker.body.byteLength).toBeLessThanOrEqual(MOST_OF_WORKER);
	const registration = await send(server.origin, "/register.js");
	expect(gzipSync(registration.body).byteLength).toBeLessThanOrEqual(MOST_OF_REGISTRATION);
});

test("Mi turno, diagrams and the page of what waits register it by one small file; no other public page does", async () => {
	const Cookie = "mine=4turnos_7dias.C; consent=accepted";
	for (const path of ["/my-shift", "/diagrams/4turnos_7dias", "/on-this-phone"]) {
		const { text } = await send(server.origin, path, { headers: { Cookie } });
		expect(text.match(/<script\b[^>]*>/g), path).toEqual(['<script async="" src="/register.js">']);
	}
	for (const path of ["/home", "/security", "/my-shift/calendar", "/about"])
		expect((await send(server.origin, path, { headers: { Cookie } })).text, path).not.toContain("<script");
});

test("the form of own days that a phone keeps to open what waits is of those days, with their version", async () => {
	const user = await makeUser();
	const day = { user_id: user.id, id: DAYS, first_day: "2026-11-20", last_day: "2026-11-20", note: "Posta" };
	await db
		.insertInto("own_days")
		.values({ ...day, kind: "vacaciones", created_at: 1, updated_at: 1 })
		.execute();
	const headers = { ...(await signedIn(user)), "Relevo-Copy": "1" };
	const { text } = await send(server.origin, `/auth/my-days?edit=${DAYS}`, { headers });
	expect(text).toContain("Posta</textarea>");
	expect(text).toContain('name="version"');
});

test("a page that a phone keeps without signal does not ask about cookies", async () => {
	const { text } = await send(server.origin, "/my-shift", { headers: { Cookie: "mine=4turnos_7dias.C" } });
	expect(text).toContain("cookies opcionales");
	expect(plainCopy(text)).not.toContain("cookies opcionales");
	expect(plainCopy(text)).toContain('<main class="page"');
});

test("nor does it say that a mail is not verified, which may be wrong by then", async () => {
	const { Cookie } = await signedIn(await makeUser({ email_verified_at: null }));
	const headers = { Cookie: `${Cookie}; consent=accepted` };
	const { text } = await send(server.origin, "/auth/more", { headers });
	expect(text).toContain("todavía no está verificado");
	expect(plainCopy(text)).not.toContain("todavía no está verificado");
	expect(plainCopy(text)).toContain('<main class="page"');
});

test("what somebody has typed stays as it is on a copy whose day has passed", async () => {
	const { id: user_id } = await makeUser();
	const [key, comment, note, title, description] = [DAYS, "Hoy no", "Hoy sí", "Apto de hoy", "Hasta hoy"];
	const [first_day, last_day] = ["2026-11-20", "2026-11-20"];
	const times = { created_at: 1, updated_at: 1 };
	await db.insertInto("extras").values(extraRow(user_id, { comment })).execute();
	await db
		.insertInto("own_days")
		.values({ id: key, user_id, kind: "vacaciones", first_day, last_day, note, ...times })
		.execute();
	await db
		.insertInto("documents")
		.values({ user_id, id_file: key, title, description, created_at: 1, at_hand: 1 })
		.execute();
	const headers = { ...(await signedIn({ id: user_id })), "Relevo-Copy": "1" };
	const list = { "/auth/work-overtime": [comment, comment], "/auth/my-documents": [title, description] };
	const one = {
		"/auth/work-overtime?view=sheet": [comment],
		"/auth/my-days?month=2026-11": [note, note],
		[`/auth/view-document/${key}`]: [title, description],
	};
	for (const [path, typed] of Object.entries({ ...list, ...one, "/auth/porteria": [title, description] })) {
		const { text } = await send(server.origin, path, { headers });
		const shown = withoutToday(plainCopy(text), "26/11").match(/<bdi>[^<]*/g);
		expect(shown, path).toEqual(typed.map((each) => `<bdi>${each}`));
	}
});

test("each page says whose it is, and Mi turno until when its words are true", async () => {
	const page = await send(server.origin, "/my-shift", { headers: { Cookie: "mine=4turnos_7dias.C" } });
	expect(page.headers["relevo-person"]).toBe("-");
	expect(Date.parse(String(page.headers["relevo-until"])) - Date.now()).toBeLessThanOrEqual(3_600_000);
	// The second answer comes from the server's memory.
	const kept = await send(server.origin, "/my-shift", { headers: { Cookie: "mine=4turnos_7dias.C" } });
	expect(kept.headers["relevo-person"]).toBe("-");
	expect(kept.headers["relevo-until"]).toBeDefined();
});

test("switched off, the same address has the kill switch, and no page registers anything", async () => {
	const { origin } = await startServer({ SERVICE_WORKER: "off" });
	const { text, headers } = await send(origin, "/sw.js");
	expect(headers["cache-control"]).toBe("no-cache");
	expect(text).toContain("unregister");
	expect((await send(origin, "/diagrams/4turnos_7dias")).text).not.toContain("<script");
});

test("signing out empties the browser's cache, and leaves what waits on the phone", async () => {
	const signOut = (more = {}) =>
		send(server.origin, "/auth/logout", {
			method: "POST",
			headers: { ...sameOrigin, ...urlencoded, ...more },
		});
	const [page, worker] = [await signOut(), await signOut({ "Relevo-Copy": "1" })];
	for (const { headers } of [page, worker]) {
		expect(headers["clear-site-data"]).toBe('"cache"');
		expect(String(headers["set-cookie"])).toContain("session=;");
	}
	expect([page.status, worker.status]).toEqual([303, 204]);
});
