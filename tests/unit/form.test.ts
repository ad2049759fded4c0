import { getZodConstraint } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { invalid, parseForm, readFields } from "~/lib/forms/form.server";
import { parseFields } from "~/lib/forms/parse-fields";

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
	test("are exactly the requested names", async () => {
		const text = " Ñandú & 'Cía' <b>\r\n100 % +\u0000";
		expect(
			await readFields(urlencoded(new URLSearchParams({ title: text, other: "x" }).toString()), names),
		).toEqual({
			title: text,
		});
		expect(await readFields(multipart(["title", text], ["other", "x"]), names)).toEqual({ title: text });
	});

	test("are the last value of each name, and blank values stay blank", async () => {
		expect(await readFields(urlencoded("title=1&intent=&title=2"), names)).toEqual({
			title: "2",
			intent: "",
		});
		expect(await readFields(urlencoded(""), names)).toEqual({});
	});

	test("are all values of the field with several, which without any is none", async () => {
		const dates = async (body: string) => (await readFields(urlencoded(body), ["dates"])).dates;
		expect(await dates("dates=2026-11-01&dates=2026-11-03")).toBe("2026-11-01 2026-11-03");
		expect(await dates("title=x")).toBeUndefined();
	});

	test("never include properties of Object.prototype", async () => {
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

describe("a malformed form gets a 400 that says what to do", () => {
	const many = Array.from({ length: 101 }, (_, index) => [`f${index}`, "x"] as const);
	const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n1\r\n';
	const as = (type: string, body: string | ReadableStream) =>
		new Request(address, {
			method: "POST",
			headers: { "Content-Type": type },
			body,
			duplex: "half",
		} as RequestInit);
	const bad: [what: string, make: () => Request][] = [
		["101 fields", () => urlencoded(many.map(([name]) => `${name}=x`).join("&"))],
		["101 parts", () => multipart(...many)],
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

const schema = z.strictObject({
	title: z
		.string("Falta el título.")
		.check(z.trim(), z.minLength(3, "Título corto."), z.maxLength(43, "Título largo.")),
	password: z.string("Falta la contraseña.").check(z.minLength(6, "Contraseña corta.")),
	code: z.optional(z.string()),
});
const good = { title: " Recibo ", password: "un secreto", code: "123456" };

function formOf(fields: Record<string, string>) {
	return parseForm(urlencoded(new URLSearchParams(fields).toString()), schema);
}

/** Result that a page passes to Conform as `lastResult`. */
async function resultOf(answer: Response) {
	const { result }: { result: { initialValue: unknown; error: unknown; status: string } } =
		await answer.json();
	return result;
}

describe("a form with a schema", () => {
	test("gives its values when it is valid", async () => {
		const submission = await formOf(good);
		expect(submission).toMatchObject({
			status: "success",
			value: { title: "Recibo", password: "un secreto", code: "123456" },
		});
	});

	test("is shown again with status 400 when it is invalid, with errors and typed values, but without passwords and codes", async () => {
		const submission = await formOf({ title: " Mi", password: "corta", code: "123456" });
		if (submission.status === "success") throw new Error("it is wrong");
		const answer = invalid(submission);
		expect(answer.status).toBe(400);
		const text = await answer.clone().text();
		expect(text).not.toContain('corta"');
		expect(text).not.toContain("123456");
		expect(await resultOf(answer)).toMatchObject({
			status: "error",
			initialValue: { title: " Mi" },
			error: { title: ["Título corto."], password: ["Contraseña corta."] },
		});
	});

	test("can still be refused by the action when it is valid, as a whole or for a field", async () => {
		const answer = invalid(await formOf(good), {
			formErrors: ["El correo o la contraseña no son correctos."],
			fieldErrors: { title: ["Ya hay uno con ese título."] },
			status: 429,
			headers: { "Retry-After": "60" },
		});
		expect(answer.status).toBe(429);
		expect(answer.headers.get("Retry-After")).toBe("60");
		expect(await answer.clone().text()).not.toContain("un secreto");
		expect(await resultOf(answer)).toMatchObject({
			status: "error",
			initialValue: { title: " Recibo " },
			error: {
				"": ["El correo o la contraseña no son correctos."],
				title: ["Ya hay uno con ese título."],
			},
		});
	});

	test("treats a blank field as absent", async () => {
		const submission = await formOf({ title: "" });
		expect(submission.status === "error" && submission.error).toEqual({
			title: ["Falta el título."],
			password: ["Falta la contraseña."],
		});
	});

	test("has no value for an optional field that was left empty", async () => {
		const submission = await formOf({ ...good, code: "" });
		if (submission.status !== "success") throw new Error("it is right");
		expect(Object.keys(submission.value)).toEqual(["title", "password"]);
		expect(submission.payload).toHaveProperty("code", "");
	});

	test("has the default of a field that was left empty", async () => {
		const withDefault = z.strictObject({ title: z._default(z.string(), "Otro") });
		expect(await parseForm(urlencoded("title="), withDefault)).toMatchObject({ value: { title: "Otro" } });
	});

	test("tells the browser which fields are required, and no length at which it would cut pasted text", () => {
		expect(getZodConstraint(schema)).toEqual({
			title: { required: true },
			password: { required: true },
			code: { required: false },
		});
	});

	test("has the same errors in the browser as on the server, for the fields of the schema only", async () => {
		const tries: Record<string, string>[] = [good, { title: "Mi", password: "corta" }, { title: "   " }, {}];
		for (const fields of tries) {
			const form = new FormData();
			for (const [name, value] of Object.entries({ ...fields, other: "x", "title[9]": "x" }))
				form.append(name, value);
			const here = parseFields(form, schema);
			const there = await formOf(fields);
			expect(here.reply()).toEqual(there.reply());
			expect(here.status === "success" && here.value).toEqual(there.status === "success" && there.value);
		}
	});

	test("takes a text without a visible letter for none, but no password", async () => {
		for (const unseen of ["\u200b", "\u200b \u2060\u00ad", "\u3164\u2800\u200e", "\u034f\ufe0f\u0000"]) {
			const submission = await formOf({ ...good, title: unseen.repeat(4) });
			expect(submission.reply().error).toEqual({ title: ["Falta el título."] });
		}
		for (const seen of ["👨\u200d👩", "\u200bMi", "\ue000"])
			expect((await formOf({ ...good, title: seen.repeat(4) })).status).toBe("success");
		expect((await formOf({ ...good, password: "\u200b".repeat(8) })).status).toBe("success");
	});

	test("can be validated for one field, as conform does in the browser, without counting as submitted", () => {
		const form = new FormData();
		form.append("title", "Mi");
		form.append("__intent__", JSON.stringify({ type: "validate", payload: { name: "title" } }));
		const checked = parseFields(form, schema);
		expect(checked.status).toBeUndefined();
		expect(checked.reply()).toMatchObject({ error: { title: ["Título corto."] } });
	});

	test.each([5001, 60_000])(
		"reports its own error for a text of %i letters, and shows the text again",
		async (n) => {
			const title = "a".repeat(n);
			const submission = await formOf({ ...good, title, password: "corta" });
			if (submission.status === "success") throw new Error("it is wrong");
			expect(await resultOf(invalid(submission))).toMatchObject({
				status: "error",
				initialValue: { title },
				error: { title: ["Título largo."], password: ["Contraseña corta."] },
			});
		},
	);

	test("passes at most 5,000 characters of a text to its schema, and refuses a longer one", async () => {
		const seen: number[] = [];
		const curious = z.strictObject({ title: z.string().check(z.refine((title) => seen.push(title.length))) });
		const parse = (length: number) => parseForm(urlencoded(`title=${"a".repeat(length)}`), curious);
		expect((await parse(5000)).status).toBe("success");
		expect(await parse(5001)).toMatchObject({
			status: "error",
			error: { title: ["Es demasiado largo: escribilo más corto."] },
		});
		expect((await parse(60_000)).status).toBe("error");
		expect(seen).toEqual([5000, 5000, 5000]);
	});

	test("never sends a password back, however long it is", async () => {
		const submission = await formOf({ ...good, password: "secreto".repeat(1000) });
		if (submission.status === "success") throw new Error("it is wrong");
		expect(await invalid(submission).text()).not.toContain("secreto");
	});
});

describe("field names that break parsers", () => {
	const deep = "[0]".repeat(600);
	const killers: [what: string, fields: Record<string, string>][] = [
		["an index of four thousand millions", { "a[4294967294]": "x", "title[4294967294]": "x" }],
		["an index of fifty millions", { "title[50000000]": "x" }],
		["a deep name", { [`title${deep}`]: "x" }],
		["a bad intent", { __intent__: "{", __state__: "{" }],
		["an intent", { __intent__: '{"type":"insert","payload":{"name":"title","index":9}}' }],
		["a state", { __state__: '{"validated":{"__proto__":true}}' }],
		["prototypes", { __proto__x: "x", "__proto__.polluted": "x", "constructor.prototype.polluted": "x" }],
	];
	test.each(killers)("%s never reaches conform", async (_what, fields) => {
		const submission = await formOf({ ...good, ...fields });
		expect(submission).toMatchObject({ status: "success", value: { title: "Recibo" } });
		expect(Object.keys(submission.payload)).toEqual(["title", "password", "code"]);
		expect({}).not.toHaveProperty("polluted");
	});

	test("__proto__ is not a field", async () => {
		const submission = await parseForm(
			urlencoded("__proto__=x&title=Recibo&password=un+secreto&__proto__=y"),
			schema,
		);
		expect(submission).toMatchObject({ status: "success", value: { title: "Recibo" } });
	});

	test("100,000 names, or one with 5,000 levels in a multipart form, get a 400", async () => {
		const names = Array.from({ length: 100_000 }, (_, index) => `k${index}`);
		const wide = parseForm(urlencoded(names.join("=&")), schema);
		await expect(wide).rejects.toHaveProperty("status", 400);
		const long = parseForm(multipart([`title${"[0]".repeat(5000)}`, "x"]), schema);
		await expect(long).rejects.toHaveProperty("status", 400);
	});
});

function broken(): ReadableStream {
	return new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
}
