import { describe, expect, test } from "vitest";
import { readFields } from "~/lib/form.server";

const names = ["title", "intent"] as const;
const address = "http://localhost:3000/x";

function urlencoded(body: string): Request {
	const headers = { "Content-Type": "application/x-www-form-urlencoded" };
	return new Request(address, { method: "POST", headers, body });
}

function multipart(...fields: readonly (readonly [name: string, value: string | Blob])[]): Request {
	const body = new FormData();
	for (const [name, value] of fields) body.append(name, value);
	return new Request(address, { method: "POST", body });
}

describe("the fields of a form", () => {
	test("are those that were asked for, letter by letter", async () => {
		const text = " Ñandú & 'Cía' <b>\r\n100 % +\u0000";
		expect(
			await readFields(urlencoded(new URLSearchParams({ title: text, other: "x" }).toString()), names),
		).toEqual({
			title: text,
		});
		expect(await readFields(multipart(["title", text], ["other", "x"]), names)).toEqual({ title: text });
	});

	test("are the last of each name, and blanks stay blanks", async () => {
		expect(await readFields(urlencoded("title=1&intent=&title=2"), names)).toEqual({
			title: "2",
			intent: "",
		});
		expect(await readFields(urlencoded(""), names)).toEqual({});
	});

	test("never include what the language already knows", async () => {
		const fields = await readFields(urlencoded("__proto__=1&constructor=2&toString=3&title=x"), names);
		expect(Object.keys(fields)).toEqual(["title"]);
		expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
	});

	test("may fill the 64 KiB that the gate lets through", async () => {
		const text = "a".repeat(60_000);
		expect((await readFields(urlencoded(`title=${text}`), names)).title).toBe(text);
		expect((await readFields(multipart(["title", text]), names)).title).toBe(text);
	});
});

describe("what is no readable form is a 400 that says what to do", () => {
	const many = Array.from({ length: 31 }, (_, index) => [`f${index}`, "x"] as const);
	const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n1\r\n';
	const as = (type: string, body: string | ReadableStream) =>
		new Request(address, {
			method: "POST",
			headers: { "Content-Type": type },
			body,
			duplex: "half",
		} as RequestInit);
	const bad: [what: string, make: () => Request][] = [
		["31 fields", () => urlencoded(many.map(([name]) => `${name}=x`).join("&"))],
		["31 parts", () => multipart(...many)],
		["a file", () => multipart(["title", new Blob(["x"])])],
		["more than 64 KiB", () => urlencoded(`title=${"a".repeat(66_000)}`)],
		[
			"more than 64 KiB in parts",
			() => multipart(["title", "a".repeat(40_000)], ["intent", "a".repeat(40_000)]),
		],
		["a long part header", () => multipart(["n".repeat(3000), "x"])],
		["no boundary", () => as("multipart/form-data", part)],
		["another boundary", () => as("multipart/form-data; boundary=y", part)],
		["no end", () => as("multipart/form-data; boundary=x", part)],
		["nothing", () => as("multipart/form-data; boundary=x", "")],
		["JSON", () => as("application/json", '{"title":"x"}')],
		["a body that breaks off", () => as("application/x-www-form-urlencoded", broken())],
	];
	test.each(bad)("%s", async (_what, make) => {
		const thrown: unknown = await readFields(make(), names).catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(Response);
		const answer = thrown as Response;
		expect(answer.status).toBe(400);
		expect(await answer.json()).toEqual({
			message: "No pudimos leer el formulario. Volvé a la página anterior y probá de nuevo.",
		});
	});
});

function broken(): ReadableStream {
	return new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
}
