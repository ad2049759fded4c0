import { expect, test } from "vitest";
import { createFeed } from "~/features/calendars/calendar-feeds.server";
import { db } from "~/lib/database/db.server";
import { signedInUser } from "../../support/accounts";
import { SLIP_START } from "../../support/accounts-on-disk";
import { photo } from "../../support/document-forms";
import { encode } from "../../support/requests";
import { post, sameOrigin, send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";

/** Tests of a form that one person has left open, on a phone on which another one has signed in since. */

const server = serverForFile(ownData);

const forms = [
	[
		"an extra",
		"/auth/work-overtime/add-work-overtime",
		"extra",
		{ date: "2026-11-20", shift: "N", hour: "8", comment: "Cucharón" },
		"extras",
	],
	[
		"own days",
		"/auth/my-days?day=2026-12-10",
		"own-day",
		{ kind: "vacaciones", firstDay: "2026-12-10", note: "Cucharón" },
		"own_days",
	],
	["a slip", `/auth/my-pay?period=${SLIP_START}`, "slip", { hours50: "10", amount: "77777" }, "slips"],
	[
		"a document",
		"/auth/my-document/add-document",
		"documento",
		{ title: "Cucharón", description: "Gris", category: "otro" },
		"documents",
	],
	[
		"what an hour is worth",
		"/auth/my-pay/settings/hour-value/add",
		"hour-value",
		{ since: SLIP_START, basis: "hour", amount: "77777" },
		"hour_values",
	],
] as const;

/** The hidden fields of an open form. */
function hiddenIn(page: string, form: string): Record<string, string> {
	const [html = ""] = new RegExp(`<form[^>]* id="${form}"[\\s\\S]*?</form>`).exec(page) ?? [];
	expect(html).not.toBe("");
	const found = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
	return Object.fromEntries(Array.from(found, ([, name = "", value = ""]) => [name, value]));
}

test.each(forms)("%s is stored only once the person who is signed in has seen it", async (...form) => {
	const [, path, id, typed, table] = form;
	const [first, second] = [await signedInUser(), await signedInUser()];
	const rows = () => db.selectFrom(table).select("user_id").execute();
	await db.deleteFrom(table).execute();
	const opened = await send(server.origin, path, { headers: first.headers });
	// The form of a new record gets a key.
	const { location: at = path } = opened.headers;
	const page = at === path ? opened : await send(server.origin, at, { headers: first.headers });
	const press = (hidden: Record<string, string>, headers = second.headers) => {
		if (id !== "documento") return post(server.origin, at, encode({ ...hidden, ...typed }), headers);
		const parts = Object.entries({ ...hidden, ...typed }).map(
			([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
		);
		const type = { "content-type": "multipart/form-data; boundary=x" };
		return send(server.origin, at, {
			method: "POST",
			body: `${parts.join("")}--x--\r\n`,
			headers: { ...sameOrigin, ...type, ...headers },
		});
	};
	const left = hiddenIn(page.text, id);
	const shown = await press(left);
	expect([shown.status, await rows()]).toEqual([200, []]);
	expect(shown.text).toContain("otra cuenta");
	expect(shown.text).toMatch(/Cucharón|77777/);
	expect((await press(hiddenIn(shown.text, id))).status).toBe(303);
	expect(await rows()).toEqual([{ user_id: second.user.id }]);
	await db.deleteFrom(table).execute();
	// Its writer presses it as ever.
	expect((await press(left, first.headers)).status).toBe(303);
	expect(await rows()).toEqual([{ user_id: first.user.id }]);
});

test("a photo is stored only once the person who is signed in has seen its form", async () => {
	const path = "/auth/my-account/edit-profile";
	const [first, second] = [await signedInUser(), await signedInUser()];
	const press = async ({ person = "" }: Record<string, string>) => {
		const body = new FormData();
		for (const [name, value] of Object.entries({ intent: "photo", person })) body.append(name, value);
		body.append("photo", new File([new Uint8Array(await photo(1))], "foto.jpg"));
		const { headers } = second;
		const answer = await fetch(server.origin + path, {
			...{ method: "POST", body, redirect: "manual" },
			headers: { ...sameOrigin, ...headers },
		});
		return { status: answer.status, text: await answer.text() };
	};
	const stored = async () =>
		(await db.selectFrom("users").select("photo").execute()).filter((row) => row.photo);
	const opened = await send(server.origin, path, { headers: first.headers });
	const shown = await press(hiddenIn(opened.text, "imagen"));
	expect([shown.status, await stored()]).toEqual([400, []]);
	expect(shown.text).toContain("otra cuenta");
	expect((await press(hiddenIn(shown.text, "imagen"))).status).toBe(303);
	expect(await stored()).toHaveLength(1);
});

test("a deletion that one person has opened deletes nothing of the person who is signed in", async () => {
	await db.deleteFrom("slips").execute();
	const [first, second] = [await signedInUser(), await signedInUser()];
	const slip = {
		period_start: SLIP_START,
		period_end: SLIP_START,
		premiums: "{}",
		created_at: 1,
		updated_at: 1,
	};
	for (const { user } of [first, second])
		await db
			.insertInto("slips")
			.values({ user_id: user.id, ...slip })
			.execute();
	const path = `/auth/my-pay?period=${SLIP_START}`;
	const { text } = await send(server.origin, `${path}&intent=delete`, { headers: first.headers });
	const hidden = Object.fromEntries(
		Array.from(text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g), ([, name, value]) => [
			name,
			value,
		]),
	);
	const press = ({ headers }: typeof first) =>
		post(server.origin, path, encode({ ...hidden, intent: "delete" }), headers);
	const left = () => db.selectFrom("slips").select("user_id").execute();
	expect((await press(second)).status).toBe(303);
	expect(await left()).toHaveLength(2);
	await press(first);
	expect(await left()).toEqual([{ user_id: second.user.id }]);
});

test.each([
	["renewed", "/auth/my-calendar", "renovar", "calendar_feeds"],
	["revoked", "/auth/my-calendar", "baja", "calendar_feeds"],
	["ended", "/auth/my-account/edit-profile?view=account", "sesiones", "sessions"],
] as const)("what one person has opened is %s for nobody else", async (_, path, form, table) => {
	const [first, second] = [await signedInUser(CREW), await signedInUser(CREW)];
	for (const { user } of [first, second])
		await db.transaction().execute((trx) => createFeed(trx, user.id, "none"));
	const { text } = await send(server.origin, path, { headers: first.headers });
	const stored = ({ user }: typeof first) =>
		db.selectFrom(table).selectAll().where("user_id", "=", user.id).execute();
	const before = await stored(second);
	const press = ({ headers }: typeof first) =>
		post(server.origin, path, encode(hiddenIn(text, form)), headers);
	const refused = await press(second);
	expect(refused.headers).toMatchObject({ location: path, "x-remix-reload-document": "true" });
	expect(await stored(second)).toEqual(before);
	const own = await stored(first);
	await press(first);
	expect(await stored(first)).not.toEqual(own);
});

test.each([
	["expiryReminders", "/auth/notices", "expiry_reminders"],
	["autoDiagram", "/auth/my-account", "auto_diagram"],
] as const)(
	"the switch %s that one person has opened switches nothing of anybody else",
	async (...[name, path, column]) => {
		const [first, second] = [await signedInUser(), await signedInUser()];
		const { text } = await send(server.origin, path, { headers: first.headers });
		const [, hidden = ""] = new RegExp(`(<input[^>]* value="${name}"/>[\\s\\S]*?)<button`).exec(text) ?? [];
		const fields = Object.fromEntries(
			Array.from(hidden.matchAll(/name="(\w+)" value="([^"]*)"/g), ([, key, value]) => [key, value]),
		);
		const stored = ({ user }: typeof first) =>
			db.selectFrom("users").select(column).where("id", "=", user.id).executeTakeFirst();
		const press = ({ headers }: typeof first) => post(server.origin, path, encode(fields), headers);
		const before = await stored(second);
		expect((await press(second)).headers).toMatchObject({
			location: path,
			"x-remix-reload-document": "true",
		});
		expect([await stored(second), await stored(first)]).toEqual([before, before]);
		expect((await press(first)).status).toBe(303);
		expect(await stored(first)).not.toEqual(before);
	},
);

const CREW = { diagram: "4turnos_7dias", crew: "A" };

test.each([
	["kept", "", {}, "/my-shift/find?view=cycle&cycle=4M+2F&start=2026-11-23"],
	["forgotten", "forget", { diagram: "4turnos_7dias", cycle_start: "2026-11-23" }, "/my-shift"],
	["confirmed", "matches", CREW, "/my-shift"],
	["said to differ", "differs", CREW, "/diagrams/4turnos_7dias?crew=A"],
])(
	"shifts that one person has opened are %s for nobody else, and for no visitor once the session has ended",
	async (_, intent, values, page) => {
		const [first, second] = [await signedInUser(values), await signedInUser(values)];
		const { text } = await send(server.origin, page, { headers: first.headers });
		const [, mine = ""] = /name="mine" value="([^"]*)"/.exec(text) ?? [];
		const [, person = ""] = /name="person" value="([^"]*)"/.exec(text) ?? [];
		const press = (headers: Record<string, string>) =>
			post(server.origin, "/my-shift", encode({ intent, mine, person }), headers);
		const stored = ({ user }: typeof first) =>
			db
				.selectFrom("users")
				.select(["own_cycle", "cycle_start", "answered_anchor"])
				.where("id", "=", user.id)
				.executeTakeFirst();
		const before = await stored(first);
		for (const [from, back] of [
			[{ referer: server.origin + page }, page],
			[{}, "/my-shift"],
		] as const) {
			const ended = await press({ cookie: `mine=${mine}`, ...from });
			expect(ended.headers.location).toBe(`/auth/login?redirectTo=${encodeURIComponent(back)}`);
			expect(String(ended.headers["set-cookie"])).not.toContain("mine=");
		}
		expect((await press(second.headers)).headers.location).toBe("/my-shift");
		expect([await stored(first), await stored(second)]).toEqual([before, before]);
		await press(first.headers);
		expect(await stored(first)).not.toEqual(before);
		expect(await stored(second)).toEqual(before);
	},
);
