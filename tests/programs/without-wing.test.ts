import { cpSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { accountRoutes } from "../support/account-routes";
import {
	type SeededUser,
	seedAgreement,
	seedDocument,
	seedExtra,
	seedOwnDay,
	seedSlip,
	seedUser,
} from "../support/accounts-on-disk";
import { textPages } from "../support/public-pages";
import { post, send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer, type TestServer } from "../support/server/server";

/** Tests that app/fast only makes the site faster: without it, every page says the same. */

let user: SeededUser;
let servers: [withWing: TestServer, without: TestServer];
beforeAll(async () => {
	const withWing = await startServer();
	const { databasePath } = withWing;
	user = seedUser(databasePath, { diagram: "4turnos_7dias", crew: "B" });
	seedExtra(databasePath, user.id);
	seedDocument(databasePath, user.id);
	seedOwnDay(databasePath, user.id);
	seedAgreement(databasePath, user.id);
	seedSlip(databasePath, user.id);
	const copy = `${databasePath}.copy`;
	for (const end of ["", "-wal"]) cpSync(databasePath + end, copy + end);
	const build = patchedBuild([/installGate\((\w+), fastWing\(\w+\)\)/, "installGate($1)"]);
	servers = [withWing, await startServer({ DATABASE_PATH: copy }, build)];
	return async () => {
		await Promise.all(servers.map((server) => server.stop()));
	};
});

interface Comparison {
	status: number | undefined;
	difference: string[] | undefined;
}

const minuteNow = () => Math.floor(Date.now() / 60_000);

/** Asks both servers. Returns the wing's status, and where the other's response differs, if it does. */
async function compare(path: string, cookie = ""): Promise<Comparison> {
	const begun = minuteNow();
	const answers = servers.map(async ({ origin }) => {
		const { status, headers, text } = await send(origin, path, { headers: { cookie } });
		return { status, said: `${status} ${headers["content-type"]} ${headers.location} ${text}` };
	});
	const [fast, plain] = await Promise.all(answers);
	// Pages say the day, and the minutes that are left until a shift: both must have been made within one minute.
	if (minuteNow() !== begun) return compare(path, cookie);
	return { status: fast?.status, difference: differenceOf(fast?.said, plain?.said) };
}

/** The texts from where they differ; undefined if they are the same for a reader. */
function differenceOf(fast = "", plain = ""): string[] | undefined {
	const [one, other] = [comparable(fast), comparable(plain)];
	const at = Array.from({ length: one.length + 1 }, (_, place) => place).find((n) => one[n] !== other[n]);
	return at === undefined ? undefined : [one, other].map((text) => text.slice(at - 60, at + 60));
}

/** A response without ids, which differ each time, and without two ways of writing the same HTML. */
function comparable(text: string): string {
	return text
		.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
		.replace(/localhost(:|%3A)\d+/g, "host")
		.replaceAll("<!-- -->", "")
		.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}

describe("without the fast wing", () => {
	const diagram = "/diagrams/4turnos_7dias";
	const more = [
		diagram,
		`${diagram}?crew=A`,
		`${diagram}/compare?crew=A&with=B`,
		"/my-shift",
		"/favicon.svg",
	];
	test.each([...textPages.map(({ path }) => path), ...more])("%s is the same", async (path) => {
		// The second time, the wing has kept the page.
		for (const _ of ["first", "again"]) expect((await compare(path)).difference).toBeUndefined();
	});

	// The challenge of a passkey is new each time.
	const pages = accountRoutes.filter(({ path }) => !/logout|google|export|passkey$|\/images\//.test(path));
	test.each(pages.map(({ path }) => path))("%s is the same for a signed-in person", async (path) => {
		const { status, difference } = await compare(path, user.cookie);
		expect(difference).toBeUndefined();
		expect(status).toBeLessThan(500);
	});

	test("strangers go to the login, and a refused form is shown again", async () => {
		expect(await compare("/auth/work-overtime")).toEqual({ status: 302, difference: undefined });
		const refused = servers.map(({ origin }) => post(origin, "/auth/login", "email=nadie"));
		const [one, other] = await Promise.all(refused);
		expect(other?.status).toBe(400);
		expect(differenceOf(one?.text, other?.text)).toBeUndefined();
	});

	test("pages are compressed", async () => {
		const { headers, body } = await send(servers[1].origin, "/home", {
			headers: { "accept-encoding": "gzip" },
		});
		expect(headers["content-encoding"]).toBe("gzip");
		expect(gunzipSync(body).toString()).toContain("</html>");
	});

	test("no page is kept", async () => {
		const [fast, plain] = await Promise.all(servers.map(({ origin }) => send(origin, "/home")));
		expect(fast?.headers.etag).toBeDefined();
		expect(plain?.headers.etag).toBeUndefined();
	});
});
