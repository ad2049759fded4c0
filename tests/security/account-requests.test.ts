import { writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { accountRoutes, dump } from "../support/account-routes";
import {
	DOCUMENT,
	IMAGE,
	OWN_DAY,
	type SeededUser,
	SINCE,
	seedEachKind,
	seedImage,
	seedUser,
} from "../support/accounts-on-disk";
import { plain } from "../support/images/made-images";
import { Random } from "../support/random";
import { encode } from "../support/requests";
import { post, send, urlencoded } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";
import { waitUntil } from "../support/server/wait-until";
import { temporaryDatabase } from "../support/temporary-folder";
import { foreignTargets, twists } from "../support/texts/foreign-targets";

const databasePath = temporaryDatabase();
const server = serverForFile(() => {
	seedOwner();
	return { DATABASE_PATH: databasePath, GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "y" };
});
let user: SeededUser;
let unverified: SeededUser;
let deleted: SeededUser;
let other: SeededUser;
let photo: Buffer;

beforeAll(async () => {
	user = seedOwner();
	unverified = seedOwner({ email_verified_at: null });
	// The list brings the seeded pay up to date, as a sweep would do at some moment of the tests.
	for (const { cookie } of [user, unverified])
		await send(server.origin, "/auth/work-overtime", { headers: { cookie } });
	deleted = seedUser(server.databasePath);
	other = seedUser(server.databasePath);
	seedImage(server, user.id);
	// Writes a real photo, because one of the routes converts the photo to JPEG.
	photo = await plain(16, 12).webp().toBuffer();
	for (const px of [1600, 320]) writeFileSync(join(server.uploads, `${IMAGE}-${px}.webp`), photo);
	const file = new SQLite(server.databasePath);
	file.pragma("foreign_keys = ON");
	file.prepare("DELETE FROM users WHERE id = ?").run(deleted.id);
	// The first sweep works out the pay of the owner who was there before, which would count as a change later.
	const stale = file.prepare("SELECT count(*) FROM stale_pay").pluck();
	await waitUntil(() => stale.get() === 0, "the first sweep has worked out the pay");
	file.close();
});

/** Adds a user who has a row at every address in `accountRoutes`, besides a photo. */
function seedOwner(values: Parameters<typeof seedUser>[1] = {}): SeededUser {
	const owner = seedUser(databasePath, values);
	seedEachKind(databasePath, owner.id);
	return owner;
}

const dataOf = ({ path, route }: { path: string; route: string }) =>
	`${path}${path.includes("?") ? "&" : "?"}_data=${encodeURIComponent(`routes/${route}`)}`;

const ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A response without ids and some dates, in which otherwise equal responses differ. */
const plainOf = ({ status, text }: { status: number; text: string }) => ({
	status,
	text: text.replace(new RegExp(`${ID}|2026-10-0\\d`, "g"), "…"),
});

/** An address without ids and dates: each month leads to the next, and has the same links. */
const kindOf = (address: string) => address.replace(new RegExp(`${ID}|\\d{4}-\\d\\d(-\\d\\d)?`, "g"), "…");
const MAX_OF_A_KIND = 12;

describe("every account address", () => {
	const guarded = accountRoutes.filter((route) => route.guarded);

	test.each(guarded)("$path redirects strangers to the login, for every method and form", async (route) => {
		for (const cookie of ["", "session=", `session=${"A".repeat(43)}`, deleted.cookie]) {
			for (const path of [route.path, dataOf(route)]) {
				const seen = await send(server.origin, path, { headers: { cookie } });
				const goesTo = seen.headers.location ?? seen.headers["x-remix-redirect"];
				expect([302, 204]).toContain(seen.status);
				expect(goesTo).toBe(`/auth/login?redirectTo=${encodeURIComponent(route.path)}`);
				for (const form of route.forms) {
					const sent = await post(server.origin, path, encode(form), { cookie });
					// Some forms are refused without a redirect. With 401 the page shows the form with sign-in fields; with 400
					// the server requires another content type.
					if ([400, 401].includes(sent.status)) continue;
					expect(sent.headers.location ?? sent.headers["x-remix-redirect"]).toMatch(
						/^\/auth\/login\?redirectTo=/,
					);
				}
			}
		}
	});

	// Only `user` has a photo.
	test.each(guarded.filter(({ route }) => !/^images|_\.pdf$/.test(route)))(
		"$path is open to signed-in users, verified or not",
		async ({ path, leadsTo = path }) => {
			for (const { cookie } of [user, unverified]) {
				const seen = await send(server.origin, path, { headers: { cookie } });
				// A page for a new document, extra or own day redirects to a URL with the new row's key.
				const { location = path } = seen.headers;
				const expected = cookie === user.cookie ? leadsTo : path;
				expect(location.replace(/[?&]idFile=[0-9a-f-]{36}(#dia)?$/, "")).toBe(expected);
				expect((await send(server.origin, location, { headers: { cookie } })).status).toBe(200);
			}
		},
	);

	test("accepts its forms from the user who owns the data", async () => {
		const refused: string[] = [];
		for (const { path, forms } of guarded) {
			for (const form of forms) {
				const { cookie } = seedOwner();
				const { status } = await post(server.origin, path, encode(form), { cookie });
				// With 409 the server has read the form, and shows it again before it overwrites or deletes anything.
				if (![200, 303, 409].includes(status)) refused.push(`${path} ${form.intent}: ${status}`);
			}
		}
		expect(refused).toEqual([
			// The browser has no challenge.
			"/auth/passkeys add: 400",
			// This form needs a code from a mail.
			"/auth/verify-email code: 400",
			// The seeded users have no password.
			"/auth/my-account/edit-profile password: 400",
			"/auth/delete-account delete: 400",
			// These forms have to be multipart/form-data.
			"/auth/my-document/add-document undefined: 400",
			`/auth/edit-document/${DOCUMENT} undefined: 400`,
		]);
	});
});

describe("data of another user", () => {
	const owned = accountRoutes.filter((route) => route.owned);
	const missingOf = (path: string) =>
		path
			.replace(DOCUMENT, "22222222-2222-4222-8222-222222222222")
			.replace(IMAGE, DOCUMENT)
			.replace(OWN_DAY, DOCUMENT)
			.replace(SINCE, "2026-10-02");

	test("is covered at every address with an id", () => {
		const ids = [DOCUMENT, IMAGE, OWN_DAY, SINCE];
		const named = accountRoutes.filter(({ path }) => ids.some((id) => path.includes(id)));
		expect(owned).toEqual(named);
		expect(owned.length).toBeGreaterThan(2);
	});

	test.each(owned)("$path exists for its owner, with every method", async (route) => {
		expect((await send(server.origin, route.path, { headers: { cookie: user.cookie } })).status).toBe(200);
		expect((await send(server.origin, dataOf(route), { headers: { cookie: user.cookie } })).status).toBe(200);
	});

	test.each(owned)("$path responds to other users as if it did not exist", async (route) => {
		const before = dump(server.databasePath);
		for (const way of [(path: string) => path, (path: string) => dataOf({ path, route: route.route })]) {
			const [asked, missing] = [way(route.path), way(missingOf(route.path))];
			const headers = { cookie: other.cookie };
			const seen = await send(server.origin, asked, { headers });
			expect(seen.status).toBe(404);
			expect(plainOf(seen)).toEqual(plainOf(await send(server.origin, missing, { headers })));
			for (const form of route.forms) {
				const sent = await post(server.origin, asked, encode(form), headers);
				expect(sent.status).toBe(404);
				expect(plainOf(sent)).toEqual(plainOf(await post(server.origin, missing, encode(form), headers)));
			}
		}
		expect(dump(server.databasePath)).toBe(before);
	});

	test("the photo of a document does not exist for a user who has a document with the same idFile", async () => {
		const path = `/images/${IMAGE}-1600.webp`;
		const mine = await send(server.origin, path, { headers: { cookie: user.cookie } });
		expect(mine.body.equals(photo)).toBe(true);
		expect((await send(server.origin, path, { headers: { cookie: unverified.cookie } })).status).toBe(404);
	});
});

describe("a form posted from another site", () => {
	const shapes = Object.entries<Record<string, string>>({
		nothing: {},
		"another site": { "sec-fetch-site": "cross-site" },
		"a sibling": { "sec-fetch-site": "same-site" },
		"typed in": { "sec-fetch-site": "none" },
		"another origin": { origin: "https://evil.example" },
		"no origin": { origin: "null" },
		"another page": { referer: "https://evil.example/form" },
		"a page with our name in it": { referer: "https://evil.example/?http://localhost" },
	});

	test("is refused at every address and with every encoding, and changes no row", async () => {
		const before = dump(server.databasePath);
		const passed: string[] = [];
		const posts = accountRoutes.flatMap((route) =>
			route.forms.flatMap((form) =>
				[route.path, dataOf(route), `${route.path}.data`].map((path) => ({ path, form })),
			),
		);
		expect(posts.length).toBeGreaterThan(100);
		for (const [index, { path, form }] of posts.entries()) {
			// The headers take turns, because what they decide does not depend on the address.
			const [shape, headers] = shapes[index % shapes.length] ?? [];
			const { status } = await send(server.origin, path, {
				method: "POST",
				body: encode(form),
				headers: { ...urlencoded, ...headers, cookie: user.cookie },
			});
			if (status !== 403) passed.push(`${path} ${shape}: ${status}`);
		}
		expect(passed).toEqual([]);
		expect(dump(server.databasePath)).toBe(before);
	});

	test("other methods change nothing either", async () => {
		for (const { path } of accountRoutes) {
			for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]) {
				const { status } = await send(server.origin, path, {
					method,
					headers: { "sec-fetch-site": "same-origin", cookie: user.cookie },
				});
				expect(status).toBe(405);
			}
		}
	});
});

describe("GET requests change nothing", () => {
	test("at any address that a signed-in user reaches by links", async () => {
		const before = dump(server.databasePath);
		const queue = [
			...accountRoutes.map(({ path }) => path),
			"/home?inicio=1",
			"/auth/work-overtime?view=sheet&share=1",
		];
		const seen = new Set(queue);
		const ofKind = new Map<string, number>();
		for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
			const answer = await send(server.origin, path, { headers: { cookie: user.cookie } });
			expect(answer.status).toBeLessThan(500);
			const links = [
				answer.headers.location ?? "",
				...Array.from(answer.text.matchAll(/(?:href|action|src)="(\/[^"]*)"/g), ([, link = ""]) => link),
			];
			for (const link of links.map((text) => text.replaceAll("&amp;", "&").split("#")[0] ?? "")) {
				// Skips pictures, build files, and almost all pages of diagrams, crews, years and months.
				const isOneOfMany =
					/year=|crew=|month=|^\/(diagram|pictures|build)/.test(link) &&
					!link.startsWith("/diagrams/3turnos?crew=A");
				if (!link.startsWith("/") || seen.has(link) || isOneOfMany) continue;
				const count = (ofKind.get(kindOf(link)) ?? 0) + 1;
				if (count > MAX_OF_A_KIND) continue;
				ofKind.set(kindOf(link), count);
				seen.add(link);
				queue.push(link);
			}
		}
		expect(seen.size).toBeGreaterThan(25);
		expect(dump(server.databasePath)).toBe(before);
	});
});

describe("the redirect after a sign-in", () => {
	// safe-path.test.ts has every target with every twist.
	const payloads = foreignTargets.flatMap((target, index) => [
		target,
		twists[index % twists.length]?.(target) ?? "",
	]);

	test("always stays on this site, with redirectTo in the address or in the form", async () => {
		expect(payloads.length).toBe(40);
		const away: string[] = [];
		for (const payload of payloads) {
			const path = `/auth/login?redirectTo=${encodeURIComponent(payload)}`;
			const { headers, status } = await send(server.origin, path, { headers: { cookie: user.cookie } });
			const target = new URL(headers.location ?? "//missing", server.origin);
			if (status !== 302 || target.origin !== server.origin || target.pathname.startsWith("//"))
				away.push(payload);
			if (headers["set-cookie"]?.some((cookie) => cookie.startsWith("x="))) away.push(payload);
			const form = (await send(server.origin, path)).text;
			const kept = /name="redirectTo" value="([^"]*)"/.exec(form)?.[1]?.replaceAll("&amp;", "&");
			if (kept !== undefined && new URL(kept, server.origin).origin !== server.origin) away.push(payload);
		}
		expect(away).toEqual([]);
	});
});

describe("guessing passwords with forged client addresses", () => {
	test("40 forged addresses from one socket share one count", async () => {
		const random = new Random(5);
		const someAddress = () => Array.from({ length: 4 }, () => random.below(256)).join(".");
		const statuses: number[] = [];
		for (let n = 0; n < 40; n++) {
			const body = encode({ email: "adivinada@planta.example", password: "no es esta" });
			const { status } = await post(server.origin, "/auth/login", body, {
				"x-forwarded-for": `${someAddress()}, ${someAddress()}`,
				"x-relevo-client": someAddress(),
				"x-real-ip": someAddress(),
			});
			statuses.push(status);
		}
		expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400]);
		// One of the later attempts may be allowed, because the rate limit allows one more attempt every twelve seconds.
		expect(statuses.slice(5).filter((status) => status !== 429).length).toBeLessThanOrEqual(1);
	});
});

describe("malformed cookies", () => {
	test("500 malformed cookies sign nobody in and cause no server error", async () => {
		const random = new Random(27);
		const names = ["session", "pending", "device", "toast", "mail-token", "google", "consent", "crew", "web"];
		const whole = user.cookie.replace("session=", "");
		const mutations = [
			() => whole.slice(0, random.below(43)),
			() => whole + random.pick(["A", "=", ";", " ", "%00"]),
			() => whole.replace(random.pick(Array.from(whole)), random.pick(["!", "%", "ñ", "\\", "A%"])),
			() =>
				random
					.bytes(20)
					.toString("latin1")
					.replace(/[\r\n\0]/g, "x"),
			() => `"${whole}"`,
			() => whole.toUpperCase(),
			() => "x".repeat(random.below(9000)),
			() => `verify.${whole}`,
			() => `${Buffer.from('{"text":"<b>"}').toString("base64")}.firma`,
			() => "[object Object]",
			() => `${whole}; session=${whole.slice(1)}`,
		];
		const troubles: string[] = [];
		for (let n = 0; n < 500; n++) {
			const cookie = `${random.pick(names)}=${random.pick(mutations)()}`;
			// Skips a mutated header that still contains the complete session cookie, which would sign the user in.
			if (cookie.split(/[;,\s]/).includes(user.cookie)) continue;
			const path = random.pick(accountRoutes).path;
			const answer = await send(server.origin, path, { headers: { cookie } }).catch(() => undefined);
			if (!answer) continue;
			if (answer.status >= 500 || answer.text.includes("CERRAR SESIÓN"))
				troubles.push(`${path} ${cookie}: ${answer.status}`);
		}
		expect(troubles).toEqual([]);
	});
});

describe("fields that are in no form", () => {
	const columns = [
		"id",
		"user_id",
		"userId",
		"email",
		"email_verified_at",
		"emailVerified",
		"isVerified",
		"password_hash",
		"passwordHash",
		"provider_auth",
		"providerAuth",
		"photo",
		"photoUrl",
		"created_at",
		"createdAt",
		"updated_at",
		"auto_diagram",
		"auto_opening",
	];

	test("change nothing, whichever form they are sent with", async () => {
		const me = seedUser(server.databasePath, { email: "asignada@planta.example" });
		const file = new SQLite(server.databasePath, { readonly: true });
		const read = () =>
			file
				.prepare(
					"SELECT id, email, email_verified_at, password_hash, provider_auth, photo, created_at FROM users WHERE id = ?",
				)
				.get(me.id);
		const before = read();
		const extra = Object.fromEntries(
			columns.map((name) => [name, name.includes("email") ? "otro@planta.example" : "1"]),
		);
		for (const { path, forms } of accountRoutes) {
			for (const form of forms) {
				if (form.intent === "sessions" || path === "/auth/logout") continue;
				const sent = { ...extra, ...form };
				const { status } = await post(server.origin, path, encode(sent), { cookie: me.cookie });
				expect(status).toBeLessThan(500);
			}
		}
		expect(read()).toEqual(before);
		file.close();
	});
});

describe("field names that break parsers", () => {
	const names = [
		"a[4294967294]",
		"email[4294967294]",
		"password[50000000]",
		`email${"[0]".repeat(5000)}`,
		"__proto__",
		"__proto__[x]",
		"constructor",
	];
	const killers = [
		names.map((name) => `${encodeURIComponent(name)}=1`).join("&"),
		`__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a[4294967294]"}}')}`,
		"__intent__=%7B",
	];
	const tooMany = Array.from({ length: 6000 }, (_, n) => `k${n}=`).join("&");

	/** All forms with fields besides the pressed button, each without these fields. */
	const emptyForms = accountRoutes.flatMap(({ path, guarded, forms }) =>
		forms.flatMap(({ intent, ...fields }) => {
			if (Object.keys(fields).length === 0) return [];
			// A new row's form without its key would be refused before its other fields are read.
			const kept = intent ? encode({ intent }) : encode({ idFile: fields.idFile ?? "" });
			return [{ path, guarded, kept }];
		}),
	);

	/** Sends an empty form with more fields; pages of the account get it from a signed-in user. */
	async function answerTo({ path, guarded, kept }: (typeof emptyForms)[number], more = "") {
		const cookie = guarded ? user.cookie : "";
		const answer = await post(server.origin, path, `${kept}&${more}`, { cookie });
		const { location = "" } = answer.headers;
		expect(location, path).not.toContain("/auth/login");
		return { ...plainOf(answer), location };
	}

	test("get the same response as the form without them", async () => {
		for (const form of emptyForms) {
			const ordinary = await answerTo(form);
			for (const killer of killers)
				expect(await answerTo(form, killer), `${form.path} ${killer.slice(0, 80)}`).toEqual(ordinary);
		}
		expect((await send(server.origin, "/healthcheck")).status).toBe(200);
	});

	test("are not read as several values: the last value of a repeated field counts", async () => {
		for (const form of emptyForms)
			expect(await answerTo(form, "email=a&email=b&email=c")).toEqual(await answerTo(form, "email=c"));
	});

	test("6,000 of them in one form are refused as unreadable", async () => {
		for (const form of emptyForms) {
			const { status, text } = await answerTo(form, tooMany);
			expect(status, form.path).toBe(400);
			expect(text, form.path).toContain("No pudimos leer el formulario");
		}
	});
});
