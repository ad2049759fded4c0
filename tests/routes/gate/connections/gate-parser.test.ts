import { describe, expect, test } from "vitest";
import { Random } from "../../../support/random";
import { post, sameOrigin, send } from "../../../support/server/http-client";
import { serverForFile } from "../../../support/server/server-for-file";

/** Tests of malformed and oversized form bodies. */

const server = serverForFile();

describe("a form body that could break a parser", () => {
	const killers: [name: string, body: string][] = [
		["a huge index", "a[4294967294]=1&intent=accepted"],
		["a large index", "a[50000000]=1&intent=accepted"],
		["5,000 levels", `a${"[0]".repeat(5000)}=1&intent=accepted`],
		["a bad intent", "__intent__=%7B&intent=accepted"],
		["a prototype", "__proto__=1&constructor=2&__proto__[intent]=3&intent=accepted"],
		["a bad escape", "intent=%zz&%=1&=&&&"],
		["a broken text", "intent=%ff%fe%00&intent=accepted"],
	];
	test.each(killers)("%s", async (_name, body) => {
		const response = await post(server.origin, "/cookies", body);
		expect(response.status).toBe(body.endsWith("intent=accepted") ? 303 : 400);
	});

	test("101 fields are refused", async () => {
		const fields = Array.from({ length: 101 }, (_, index) => `f${index}=1`).join("&");
		expect((await post(server.origin, "/cookies", `${fields}&intent=accepted`)).status).toBe(400);
	});
});

test("none of 600 malformed multipart bodies causes a server error", async () => {
	const random = new Random(20261121);
	const boundary = "----relevo";
	const part = (name: string, value: string) =>
		`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	const whole = Buffer.from(`${part("intent", "accepted")}${part("redirectTo", "/home")}--${boundary}--\r\n`);
	const type = `multipart/form-data; boundary=${boundary}`;
	expect((await send(server.origin, "/cookies", question(type, whole))).status).toBe(303);

	const statuses = new Map<number, number>();
	for (let round = 0; round < 600; round++) {
		const contentType = random.below(8) === 0 ? brokenType(random, boundary) : type;
		const { status, text } = await send(
			server.origin,
			"/cookies",
			question(contentType, mutated(random, whole)),
		);
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
		if (status === 400) expect(text).toContain('lang="es-AR"');
	}
	expect(Array.from(statuses.keys()).filter((status) => ![303, 400, 413, 415].includes(status))).toEqual([]);
	// Some mutated forms are still valid, so the server accepts them.
	expect(statuses.get(400)).toBeGreaterThan(100);
	expect(statuses.get(303)).toBeGreaterThan(20);
	expect((await send(server.origin, "/cookies", question(type, whole))).status).toBe(303);
	expect(server.output()).not.toMatch(/request_failed|route_failed/);
});

function question(type: string, body: Buffer) {
	return { method: "POST", headers: { ...sameOrigin, "content-type": type }, body };
}

function brokenType(random: Random, boundary: string): string {
	return random.pick([
		"multipart/form-data",
		"multipart/form-data; boundary=",
		'multipart/form-data; boundary="',
		`multipart/form-data; boundary="${boundary}"; boundary=x`,
		`multipart/form-data; boundary=${"x".repeat(5000)}`,
		"multipart/form-data; boundary=(.*)+$",
		`multipart/form-data;;; charset=utf-16; boundary=${boundary}`,
	]);
}

/** Makes one to four changes: removes, repeats, replaces or inserts bytes. */
function mutated(random: Random, body: Buffer): Buffer {
	let result = body;
	for (let count = random.below(4); count >= 0; count--) {
		const at = random.below(result.length + 1);
		const end = Math.min(result.length, at + random.below(60));
		const [before, cut, after] = [result.subarray(0, at), result.subarray(at, end), result.subarray(end)];
		const put = random.pick([
			Buffer.alloc(0),
			Buffer.concat([cut, cut]),
			random.bytes(1 + random.below(40)),
			Buffer.from("\r\n"),
			Buffer.from("\r\n--"),
			Buffer.from('Content-Disposition: form-data; name="intent"; filename="x.php"\r\n'),
			Buffer.from(`Content-Disposition: form-data; name=${"[".repeat(500)}`),
			Buffer.from(`X: ${"y".repeat(3000)}\r\n`),
			Buffer.from("Content-Transfer-Encoding: base64\r\n"),
			Buffer.from("------relevo\r\n"),
			Buffer.from("\0\0\0"),
		]);
		result = Buffer.concat([before, put, random.below(2) ? after : Buffer.concat([cut, after])]);
	}
	return result;
}
