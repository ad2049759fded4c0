import { randomUUID } from "node:crypto";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "~/lib/time/civil-date";
import { EXTRA, type SeededUser, seedExtra, seedUser } from "../support/accounts-on-disk";
import { paidAt } from "../support/extras";
import { naughty } from "../support/naughty";
import { Random } from "../support/random";
import { encode } from "../support/requests";
import { withoutPageData } from "../support/server/expect-safe";
import { type HttpResponse, post, send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;
const EDIT = `/auth/edit-work-overtime/${EXTRA}`;
const right = {
	hour: "4,5",
	date: "2026-11-19",
	shift: "M",
	comment: "x",
	startTime: "06:00",
	compensation: "pago",
};

/** A day and shift for each of many extras, none of which the form asks about: 26 of half an hour a day. */
function placeOf(index: number) {
	const date = addDays("2026-11-19", -Math.floor(index / 26));
	return { hour: "0,5", date, shift: String.fromCharCode(65 + (index % 26)), startTime: "" };
}

const server = serverForFile();
let user: SeededUser;
let other: SeededUser;
beforeAll(async () => {
	[user, other] = [seedUser(server.databasePath), seedUser(server.databasePath)];
	seedExtra(server.databasePath, user.id, { comment: "la mía" });
	seedExtra(server.databasePath, other.id, { comment: "secreto ajeno" });
});

const get = (path: string) => send(server.origin, path, { headers: { cookie: user.cookie } });
const submit = (path: string, body: string) => post(server.origin, path, body, { cookie: user.cookie });
function readAll<Row>(sql: string): Row[] {
	const file = new SQLite(server.databasePath, { readonly: true });
	const rows = file.prepare<[], Row>(sql).all();
	file.close();
	return rows;
}
const extras = () => JSON.stringify(readAll("SELECT * FROM extras ORDER BY user_id, id_file"));

/** Tags and event handlers that Relevo's pages do not contain. Ignores attribute values and texts. */
function foreignMarkup({ text }: HttpResponse): string[] {
	const tags =
		withoutPageData(text)
			.replace(/="[^"]*"/g, '=""')
			// Removes what Relevo itself writes in a <b> element: day, date, shift and times, hours, the link to the pay.
			.replace(/<b>(?:[a-záé]{3} \d+|[\d/]{10}|[A-ZÑ](?:, de [^<]*)?|[\d,:]+\shs\.|Mi pago)<\/b>/g, "")
			.match(/<[^>]*>/g) ?? [];
	return tags.filter((tag) => /^<(script|iframe|base\b|img|svg\/|b>)|http-equiv|\son\w+=/i.test(tag));
}

/** SQL injections from sqlmap, PayloadsAllTheThings and SecLists. */
const injections = [
	"'",
	'"',
	"`",
	"\\",
	";",
	"--",
	"/*",
	"' OR '1'='1",
	"' OR 1=1 --",
	'" OR ""="',
	"') OR ('a'='a",
	"N' OR user_id <> '",
	"' UNION SELECT * FROM users --",
	"' UNION SELECT email, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 FROM users --",
	"'; DROP TABLE extras; --",
	"'; DELETE FROM extras WHERE 'a'='a",
	"'; UPDATE extras SET user_id = 'x'; --",
	"1; ATTACH DATABASE '/tmp/x' AS x",
	"' AND randomblob(100000000) --",
	"' || (SELECT password_hash FROM users) || '",
	"2026-11-20' OR '1'='1",
	"2026-11-20_1_' OR '1'='1",
	"%' --",
	"%27%20OR%201=1",
	"\u02bc OR 1=1",
	"\0' OR 1=1 --",
	"CASE WHEN 1=1 THEN 1 ELSE 1/0 END",
	"N\0",
	":id",
	"?1",
	"$name",
	"@name",
];

describe("injected SQL", () => {
	const parameters = ["start", "end", "shift", "after", "view", "redirectTo", "intent"];

	test("in any part of the address finds no other user's data", async () => {
		const before = extras();
		for (const text of injections) {
			const everywhere = Object.fromEntries([...parameters, text].map((name) => [name, text]));
			for (const path of [
				...[LIST, `${LIST}/export`, EDIT, ADD].map((page) => `${page}?${encode(everywhere)}`),
				`${LIST}?${encode({ ...everywhere, view: "sheet" })}`,
			]) {
				const answer = await get(path);
				// ADD redirects to the same form with a key for the new entry.
				expect(answer.status, path).toBe(path.startsWith(ADD) ? 302 : 200);
				expect(answer.text).not.toContain("secreto ajeno");
			}
			const { status } = await get(`/auth/edit-work-overtime/${encodeURIComponent(text)}`);
			expect([400, 404]).toContain(status);
		}
		expect(extras()).toBe(before);
	});

	test("in any field is refused or stored unchanged", async () => {
		const before = extras();
		const { id, cookie } = seedUser(server.databasePath);
		const problems = [
			"Cantidad de horas no permitida.",
			"No es una fecha: elegí día, mes y año.",
			"El turno es una sola letra.",
			"Escribí la hora como 22:00, o dejala vacía.",
			"Elegí una opción de la lista.",
		];
		for (const text of injections) {
			const fields = Object.fromEntries(Object.keys(right).map((name) => [name, text]));
			const answer = await submit(
				ADD,
				encode({ idFile: randomUUID(), ...fields, hours50: text, hours100: text }),
			);
			expect(answer.status, text).toBe(400);
			for (const problem of problems) expect(answer.text, text).toContain(problem);
			expect((await submit(ADD, encode({ ...right, idFile: text }))).status).toBe(400);
		}
		expect(extras()).toBe(before);
		const comments = injections.map((text) => `a ${text} z`);
		for (const [index, comment] of comments.entries()) {
			const body = encode({ ...right, ...placeOf(index), idFile: randomUUID(), comment });
			expect((await post(server.origin, ADD, body, { cookie })).status).toBe(303);
		}
		const kept = readAll<{ comment: string }>(`SELECT comment FROM extras WHERE user_id = '${id}'`);
		expect(kept.map(({ comment }) => comment).sort()).toEqual(comments.toSorted());
		expect(readAll("SELECT 1 FROM extras WHERE comment = 'secreto ajeno'")).toHaveLength(1);
	});
});

test("a comment with any characters is stored byte by byte and shown as text", async () => {
	const { cookie, id } = seedUser(server.databasePath);
	// Saves the comments in reverse order, so that the list's first page shows the first texts of `naughty`.
	const comments = naughty.map((text) => `${text} .`.trim()).reverse();
	for (const [index, comment] of comments.entries()) {
		const place = placeOf(comments.length - 1 - index);
		const body = encode({ ...right, ...place, idFile: randomUUID(), comment });
		expect((await post(server.origin, ADD, body, { cookie })).status).toBe(303);
	}
	const kept = readAll<{ comment: string }>(`SELECT comment FROM extras WHERE user_id = '${id}'`);
	expect(kept.map(({ comment }) => comment).sort()).toEqual(comments.toSorted());
	for (const path of [LIST, `${LIST}?view=sheet`]) {
		const page = await send(server.origin, path, { headers: { cookie } });
		expect(page.text).toContain("&lt;img src=x onerror=alert(1)&gt;");
		expect(foreignMarkup(page)).toEqual([]);
	}
});

test("500 malformed addresses of the list: none fails or is shown as markup, and each shows only the user's own extras", async () => {
	const random = new Random(34);
	const names = [
		"start",
		"end",
		"shift",
		"after",
		"view",
		"hours50",
		"hours100",
		"page",
		"user_id",
		"a[0]",
		"__proto__",
		"",
	];
	const values = [
		...naughty,
		...injections,
		"2026-11-20",
		"2026-02-30",
		"0000-01-01",
		"9999-12-31",
		"sheet",
		"N",
		"ñ",
		"2026-11-20_1_22222222-2222-4222-8222-222222222222",
		"x".repeat(2000),
		"<b>".repeat(200),
	];
	const troubles: string[] = [];
	const statuses = new Set<number>();
	for (let n = 0; n < 500; n++) {
		const pairs = Array.from({ length: 1 + random.below(5) }, () => [
			random.pick(names),
			random.pick(values),
		]);
		const query = new URLSearchParams(pairs).toString();
		const bent =
			random.below(4) === 0
				? query.slice(0, random.below(query.length)) +
					random.pick(["%", "%zz", "%00", "&&=", "+", "?", "%ff"])
				: query;
		const path = random.pick([LIST, LIST, `${LIST}/export`]);
		const answer = await get(`${path}?${bent}`);
		statuses.add(answer.status);
		const isHtml = /html/.test(String(answer.headers["content-type"]));
		if (answer.status >= 400 || answer.text.includes("secreto ajeno"))
			troubles.push(`${answer.status} ${bent}`);
		if (isHtml && foreignMarkup(answer).length > 0) troubles.push(`${foreignMarkup(answer)} ${bent}`);
	}
	expect(troubles).toEqual([]);
	expect(statuses).toContain(200);
});

describe("field names that break parsers", () => {
	const killers = [
		`${encodeURIComponent("a[4294967294]")}=1`,
		...Object.keys(right).map((name) => `${encodeURIComponent(`${name}[4294967294]`)}=1`),
		`${encodeURIComponent(`hour${"[0]".repeat(5000)}`)}=1`,
		`__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"hour[4294967294]"}}')}`,
		"__intent__=%7B",
		"__proto__=1&__proto__%5Bx%5D=1&constructor=1&prototype=1",
		"hour=1&hour=2&hour=3&date=1&date=2",
		`hour=${"9".repeat(20_000)}`,
		`comment=${"x".repeat(60_000)}`,
		`shift=${"%F0%9F%91%B7%E2%80%8D".repeat(3000)}`,
		Array.from({ length: 6000 }, (_, n) => `k${n}=`).join("&"),
		"=&=&=",
	];

	test("get the Spanish response of any other invalid form, and save nothing", async () => {
		const before = extras();
		for (const path of [ADD, EDIT]) {
			for (const killer of killers) {
				const { status, text } = await submit(path, `idFile=${randomUUID()}&${killer}`);
				expect(status, killer.slice(0, 80)).toBe(400);
				expect(text).toMatch(/Este campo no puede estar vacio\.|No pudimos leer el formulario/);
				expect(text).not.toMatch(/Invalid|expected|undefined/);
			}
		}
		expect(extras()).toBe(before);
	});

	test("are ignored in an address", async () => {
		for (const killer of killers) {
			const answer = await get(`${LIST}?${killer.slice(0, 6000)}`);
			expect(answer.status, killer.slice(0, 80)).toBeLessThan(400);
		}
		expect((await send(server.origin, "/healthcheck")).status).toBe(200);
	});
});

describe("columns that are in no form", () => {
	const columns: Record<string, string> = {
		id: "1",
		user_id: "x",
		userId: "x",
		id_file: randomUUID(),
		created_at: "1",
		createdAt: "1",
		edited_at: "1",
		editedAt: "1",
		deleted_at: "1",
		minutes: "1",
		premiums: '{"200":960}',
		doubts: '["own-split"]',
		minutes_night: "1",
		start_minute: "1",
		is_own_split: "1",
		hasOwnSplit: "true",
		reason: "porque sí",
		email_verified_at: "1",
		is_start_proposed: "1",
		needs_review: "1",
		pay_period: "fortnight",
	};

	test("stay unchanged, whatever is sent with the form", async () => {
		const user = seedUser(server.databasePath);
		const rowOf = () => readAll<Record<string, unknown>>(`SELECT * FROM extras WHERE user_id = '${user.id}'`);
		const personOf = () => readAll(`SELECT * FROM users WHERE id = '${user.id}'`);
		const person = personOf();
		const idFile = randomUUID();
		const begun = Date.now();
		const sent = { ...columns, ...right, idFile };
		expect((await post(server.origin, ADD, encode(sent), { cookie: user.cookie })).status).toBe(303);
		const [row] = rowOf();
		const expected = {
			user_id: user.id,
			id_file: idFile,
			date: "2026-11-19",
			minutes: 270,
			shift: "M",
			comment: "x",
			start_minute: 360,
			compensation: "pago",
			...paidAt(270),
			doubts: "[]",
			minutes_night: 0,
			is_own_split: 0,
			is_start_proposed: 0,
			needs_review: 0,
			// Worked out by the server.
			reason: "4,5\u00A0h al 50\u00A0%, día común",
		};
		expect(row).toEqual({ ...expected, created_at: expect.any(Number), edited_at: null });
		expect(row?.created_at).toBeGreaterThanOrEqual(begun);
		// The server takes the key from the path, not from the form.
		const path = `/auth/edit-work-overtime/${idFile}`;
		const edited = { ...sent, idFile: randomUUID() };
		expect((await post(server.origin, path, encode(edited), { cookie: user.cookie })).status).toBe(303);
		expect(rowOf()).toEqual([{ ...expected, created_at: row?.created_at, edited_at: expect.any(Number) }]);
		for (const intent of ["delete", "undo"]) {
			const body = encode({ ...columns, idFile, intent });
			expect((await post(server.origin, LIST, body, { cookie: user.cookie })).status).toBe(303);
		}
		expect(rowOf()).toMatchObject([expected]);
		expect(personOf()).toEqual(person);
	});
});
