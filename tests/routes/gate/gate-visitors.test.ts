import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Random } from "../../support/random";
import { type HttpResponse, send } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";

/** Tests that no visitor is ever shown another visitor's page. */

const server = serverForFile();
const ask = (path: string, headers: Record<string, string> = {}) => send(server.origin, path, { headers });

test("each cookie consent, each kind of phone and each crew has its own page", async () => {
	const banner = 'aria-label="Cookies"';
	expect((await ask("/home?inicio=1")).text).toContain(banner);
	for (const [consent, text] of [
		["accepted", "Aceptaste las cookies"],
		["rejected", "Rechazaste las cookies"],
	] as const) {
		const response = await ask("/home?inicio=1", { cookie: `consent=${consent}` });
		expect(response.text).not.toContain(banner);
		expect(response.text).toContain(text);
	}
	expect((await ask("/home?inicio=1", { cookie: "consent=otra" })).text).toContain(banner);
	const phone = { "user-agent": "Mozilla/5.0 (Linux; Android 15)" };
	expect((await ask("/home")).status).toBe(200);
	expect((await ask("/home", phone)).headers.location).toBe("/android-system");
	expect((await ask("/home", { ...phone, cookie: "web=1" })).status).toBe(200);
	expect((await ask("/home", phone)).status).toBe(302);
	expect((await ask("/home")).headers.vary).toContain("User-Agent");
});

test("the page of a crew sets only the cookie that follows from its URL", async () => {
	for (const consent of ["", "consent=accepted", "consent=rejected"]) {
		for (let visit = 0; visit < 2; visit++) {
			for (const crew of ["A", "C"]) {
				const { headers } = await ask(`/diagrams/4turnos_7dias?crew=${crew}`, { cookie: consent });
				expect(headers["set-cookie"]).toHaveLength(1);
				expect(headers["set-cookie"]?.[0]).toContain(`crew=4turnos_7dias.${crew};`);
				expect(headers["set-cookie"]?.[0]?.includes("Max-Age")).toBe(consent !== "consent=rejected");
			}
		}
	}
});

describe("600 mixed requests of many visitors", () => {
	const paths = [
		"/home",
		"/home?inicio=1",
		"/home/",
		"/HOME",
		"/%68ome",
		"/diagrams/4turnos_7dias",
		"/diagrams/4turnos_7dias?crew=A",
		"/diagrams/4turnos_7dias?crew=B&year=2026",
		"/security",
		"/about",
		"/about/cookie-policy",
		"/my-shift",
		"/my-shift/find",
		"/my-shift/calendar",
		"/holidays",
		"/no-existe",
	];
	const cookies = [
		"",
		"consent=accepted",
		"consent=rejected",
		"web=1",
		"crew=4turnos_7dias.C",
		"mine=4turnos_7dias.C",
		"mine=12horas_general.B",
		"toast=x",
		"session=y",
	];
	const agents = [
		"Mozilla/5.0 (X11; Linux x86_64)",
		"Mozilla/5.0 (Linux; Android 15)",
		"Mozilla/5.0 (iPhone)",
	];

	test("each get the response that a single visitor would get", async () => {
		const random = new Random(32);
		const visits = Array.from({ length: 600 }, () => ({
			path: random.pick(paths),
			cookie: [random.pick(cookies), random.pick(cookies)].filter(Boolean).join("; "),
			"user-agent": random.pick(agents),
			"accept-encoding": random.pick(["", "br", "gzip"]),
		}));
		// The unknown parameter `fresco` bypasses the server's page cache.
		const expected = new Map<string, string>();
		for (const { path, "accept-encoding": _, ...headers } of visits) {
			const name = JSON.stringify([path, headers]);
			if (expected.has(name)) continue;
			expected.set(name, essence(await ask(`${path}${path.includes("?") ? "&" : "?"}fresco=1`, headers)));
		}
		expect(expected.size).toBeGreaterThan(300);
		const busy = await Promise.all(
			visits.map(async ({ path, ...headers }) => {
				const response = await ask(path, headers);
				const { "accept-encoding": _, ...visitor } = headers;
				return essence(response) === expected.get(JSON.stringify([path, visitor]))
					? ""
					: JSON.stringify([path, headers]);
			}),
		);
		expect(busy.filter(Boolean)).toEqual([]);
	});
});

/** The part of a response that must be equal with and without the server's page cache. */
function essence({ status, headers, body }: HttpResponse): string {
	const encoding = headers["content-encoding"];
	const text = (
		encoding === "br" ? brotliDecompressSync(body) : encoding === "gzip" ? gunzipSync(body) : body
	)
		.toString()
		.replace(/[?&](amp;)?fresco=1/g, "")
		// Removes countdowns to the start or end of a shift ("en 2 h 5"), which may change between two requests.
		.replace(/(en|quedan?) (\d+\sh(\s\d+)?|\d+\smin)\b/g, "$1 …")
		.replace(/M0 0h\d+v8/g, "");
	return JSON.stringify([status, headers.location?.replace(/[?&]fresco=1/, ""), headers["set-cookie"], text]);
}
