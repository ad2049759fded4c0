import { writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cspHash, type HttpResponse, post, send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer, type TestServer } from "../../support/server/server";
import { serverForFile } from "../../support/server/server-for-file";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryDatabase, temporaryFolder } from "../../support/temporary-folder";

/** Tests that after any failure the visitor gets a page in Spanish, and the operator a log line, without internals. */

const secret = "clave-de-juan@ejemplo.com";
const thrown = `throw new Error("${secret}\\n    at ${secret}");`;

const switchPath = join(temporaryFolder(), "throwing-place");
/**
 * Sets the place in the code (such as "a page's render") at which the server `throwing` throws an error from now on.
 * Its build is patched to read the place from a file.
 */
const throwAt = (place: string) => writeFileSync(switchPath, place);
const places: [place: string, start: string | RegExp, path: string, isFramed: boolean][] = [
	["a page's render", "function HomePage() {", "/home?inicio=1", true],
	["a page's loader", /async function findSessionUser\(.*\) \{/, "/auth/login", true],
	["the render of a page with a script", "function LoginPage() {", "/auth/login", true],
	["the root's loader", "async function takeToast(request) {", "/home?inicio=1", true],
	["the frame's render", /function Frame\(\{.*\}\) \{/, "/home?inicio=1", false],
	["the error page's render", /function ErrorPage\(\{.*\}\) \{/, "/no-existe", false],
	["the entry", /function handleRequest\(.*\) \{/, "/home?inicio=1", false],
	["the gate's cache", "function pageKeyOf(request, { cacheKey }) {", "/home?inicio=1", false],
	["the gate's response", /async function sendResponse\(.*\) \{/, "/no-existe", false],
];
const values: [name: string, value: string][] = [
	["string", `"${secret}"`],
	["object", "null"],
	["object", `{ stack: "${secret}", message: "${secret}" }`],
];

let throwing: TestServer;
let counting: TestServer;
beforeAll(async () => {
	const readSwitch = `process.getBuiltinModule("fs").readFileSync(${JSON.stringify(switchPath)}, "utf8")`;
	throwAt("nowhere");
	throwing = await startServer(
		{},
		patchedBuild(
			...places.map(([place, start]): [string | RegExp, string] => {
				const before = place === "the gate's response" ? 'response.setHeader("Content-Encoding", "br");' : "";
				return [start, `$& if (${readSwitch} === "${place}") { ${before} ${thrown} }`];
			}),
			...values.map(([, value], index): [string, string] => [
				"async function takeToast(request) {",
				`$& if (${readSwitch} === "value ${index}") throw ${value};`,
			]),
		),
	);
	counting = await startServer(
		{},
		patchedBuild(
			["async function takeToast(request) {", '$& console.log("the loaders run");'],
			["function HomePage() {", `$& ${thrown}`],
			[/async function findDiagram\(.*\) \{/, `$& ${thrown}`],
		),
	);
});
afterAll(() => Promise.all([throwing.stop(), counting.stop()]));

describe("a database without its tables", () => {
	const server = serverForFile(() => ({ DATABASE_PATH: databaseWithout("diagramas", "feriados") }));

	test("shows the failure page inside the frame, on every page that needs the tables", async () => {
		for (const path of ["/home?inicio=1", "/diagrams/4turnos_7dias", "/diagrams/4turnos_7dias?crew=A"]) {
			const response = await send(server.origin, path);
			await expectFailurePage(response, server);
			expect(response.text, path).toContain('class="footer"');
			expect(response.text, path).toContain('class="skip"');
		}
	});

	test("is never cached: the page is back as soon as the table is", async () => {
		const databasePath = databaseWithout("feriados");
		const server = await startServer({ DATABASE_PATH: databasePath });
		const path = "/diagrams/4turnos_7dias?year=2026";
		await expectFailurePage(await send(server.origin, path), server);
		const repair = new SQLite(databasePath);
		repair.exec(
			`ATTACH '${process.env.BASE_DATABASE}' AS base; CREATE TABLE feriados AS SELECT * FROM base.feriados`,
		);
		repair.close();
		expect((await send(server.origin, path)).status).toBe(200);
		await server.stop();
	});

	test("gives data requests and resources a failure without any English text", async () => {
		await expectFailurePage(await send(server.origin, "/pictures/4turnos_7dias-2027-01.00.svg"), server);
		for (const path of [
			"/home?inicio=1&_data=routes%2Fhome",
			"/diagrams/4turnos_7dias?_data=routes%2Fdiagrams.%24id",
		]) {
			await expectFailureData(await send(server.origin, path), server);
		}
	});
});

describe("an error thrown in the app's code:", () => {
	beforeEach(() => throwAt("nowhere"));

	test.each(places)("%s", async (place, _start, path, isFramed) => {
		throwAt(place);
		const response = await send(throwing.origin, path);
		await expectFailurePage(response, throwing);
		expect(response.text.includes('class="footer"')).toBe(isFramed);
		expect(throwing.output()).not.toContain(secret);
		// `place` still throws. The health check works, unless `place` is in the gate, which handles every request.
		expect((await send(throwing.origin, "/healthcheck")).status).toBe(
			place.startsWith("the gate") ? 500 : 200,
		);
	});

	test.each(values)("a thrown value that is not an Error, but a %s: %s", async (name, value) => {
		throwAt(`value ${values.findIndex((each) => each[1] === value)}`);
		await expectFailurePage(await send(throwing.origin, "/home?inicio=1"), throwing, name);
		expect(throwing.output()).not.toContain(secret);
	});

	describe("each loader runs once, and an error is logged once:", () => {
		test.each([
			["a 404 thrown by a page's loader", "/diagrams/no-existe", 404, 0],
			["a page's render", "/home?inicio=1", 500, 1],
			["a page's loader", "/diagrams/4turnos_7dias", 500, 1],
		])("%s", async (_, path, status, errors) => {
			const before = counting.output().length;
			const output = () => counting.output().slice(before);
			expect((await send(counting.origin, path)).status).toBe(status);
			await waitUntil(() => output().includes(`"status":${status}`), "the request is logged");
			const count = (text: string) => output().split(text).length - 1;
			expect([count("the loaders run"), count('"event":"route_failed"')]).toEqual([1, errors]);
		});
	});

	test("an action of a page, an action of a route without a page, and both as data requests", async () => {
		const server = await startServer(
			{},
			patchedBuild(
				['intent !== "accepted"', `(() => { ${thrown} })()`],
				[
					"async function signInByForm(",
					`async function signInByForm() { ${thrown} }\nasync function unused(`,
				],
			),
		);
		await expectFailurePage(await post(server.origin, "/cookies", "intent=accepted"), server);
		const form = "email=ana%40planta.example&password=una+clave+larga";
		const page = await post(server.origin, "/auth/login", form);
		// The page is the sign-in form with the typed e-mail address.
		await expectFailurePage(page, server, "Error", "Ingresar");
		expect(page.text).toContain('value="ana@planta.example"');
		expect(page.text).toContain('class="footer"');
		await expectFailureData(
			await post(server.origin, "/cookies?_data=routes%2Fcookies", "intent=accepted"),
			server,
		);
		const data = await post(server.origin, "/auth/login?_data=routes%2Fauth.login", form);
		expect([data.status, JSON.parse(data.text).result.initialValue]).toEqual([
			500,
			{ email: "ana@planta.example" },
		]);
		expect(data.text).not.toContain(secret);
		expect(server.output()).not.toContain(secret);
		await server.stop();
	});

	test("an uncaught error ends the process with one log line, without its message", async () => {
		const server = await startServer(
			{},
			patchedBuild(["function pageKeyOf(request, { cacheKey }) {", `$& setTimeout(() => { ${thrown} });`]),
		);
		const ended = new Promise((resolve) => server.process.once("close", resolve));
		await send(server.origin, "/home").catch(() => undefined);
		expect(await ended).toBe(1);
		expect(server.output()).toContain('"event":"crashed"');
		expect(server.output()).not.toContain(secret);
		await server.stop();
	});
});

async function expectFailurePage(
	{ status, headers, text }: HttpResponse,
	server: TestServer,
	name: unknown = expect.stringMatching(/Error$/),
	heading = "Algo salió mal",
): Promise<void> {
	expect(status).toBe(500);
	expect(headers["content-type"]).toBe("text/html; charset=utf-8");
	expect(headers["content-encoding"]).toBeUndefined();
	expect(headers["cache-control"]).toBe("private, no-store");
	expect(headers["x-frame-options"]).toBe("DENY");
	expect(text).toContain('<html lang="es-AR">');
	expect(text).toContain(`<h1>${heading}</h1>`);
	expect(text).toContain('href="/home?inicio=1"');
	const sheet = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
	expect(headers["content-security-policy"]).toContain(cspHash(sheet));
	expect(text).not.toMatch(/no such table|SqliteError|TypeError|node_modules|\.tsx?:|\n\s+at /);
	expect(text).not.toMatch(/Unexpected|Application Error|Internal Server Error/);
	// Allows only the two scripts of a hydrated page, or none. A script of Remix's own would contain the error.
	const [, run = ""] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? [];
	if (run) expect(headers["content-security-policy"]).toContain(cspHash(run));
	expect(text.match(/<script\b/g) ?? []).toHaveLength(run ? 2 : 0);
	expect(text).not.toContain(secret);
	const id = /Código para quien administra: ([0-9a-f-]{36})</.exec(text)?.[1];
	await expectInLog(id, server, name);
}

async function expectFailureData({ status, headers, text }: HttpResponse, server: TestServer): Promise<void> {
	expect([status, headers["x-remix-catch"], headers["cache-control"]]).toEqual([
		500,
		"yes",
		"private, no-store",
	]);
	const { requestId, ...said } = JSON.parse(text);
	expect(said).toEqual({
		title: "Algo salió mal",
		message: "Es un problema nuestro, no tuyo. Probá de nuevo en un rato.",
	});
	await expectInLog(requestId, server, expect.stringMatching(/Error$/));
}

async function expectInLog(id: string | undefined, server: TestServer, name: unknown): Promise<void> {
	const lineOfFailure = () =>
		server
			.output()
			.split("\n")
			.find((line) => line.includes(`"request_id":"${id}"`) && line.includes('"level":"error"'));
	await waitUntil(() => lineOfFailure() !== undefined, "the failure is in the log");
	expect(JSON.parse(lineOfFailure() ?? "null")).toMatchObject({
		request_id: id,
		name,
	});
}

function databaseWithout(...tables: string[]): string {
	const path = temporaryDatabase();
	const sqlite = new SQLite(path);
	sqlite.pragma("foreign_keys = OFF");
	for (const table of tables) sqlite.exec(`DROP TABLE ${table}`);
	sqlite.close();
	return path;
}
