import { createCookie } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { redirectWithToast, takeToast } from "~/lib/http/toast.server";
import { Random } from "../support/random";

/** Tests of the signed cookie that carries a toast (short message) to the next page. */
const toast = { title: "Listo", text: "Guardamos <b>todo</b> & más, señor «Ñandú»." };

const carrying = (cookie: string) =>
	new Request("http://localhost:3000/home", { headers: { Cookie: cookie } });

async function cookieOf(message = toast): Promise<string> {
	const answer = await redirectWithToast("/home", message);
	return answer.headers.getSetCookie().at(-1)?.split(";")[0] ?? "";
}

describe("a toast", () => {
	test("is sent with the redirect and other cookies, and lasts a minute", async () => {
		const answer = await redirectWithToast("/home?a=b", toast, ["web=1; Path=/"]);
		expect(answer.status).toBe(303);
		expect(answer).toRedirectTo("/home?a=b");
		expect(answer.headers.getSetCookie()).toEqual([
			"web=1; Path=/",
			expect.stringMatching(/^toast=[\w%.]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
		]);
	});

	test("is read once: the page that shows it deletes the cookie", async () => {
		const { toast: read, headers } = await takeToast(carrying(`a=1; ${await cookieOf()}; b=2`));
		expect(read).toEqual(toast);
		expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^toast=; Max-Age=0; Path=\//)]);
	});

	test("that does not exist sets no cookie", async () => {
		for (const request of [carrying("a=1"), new Request("http://localhost:3000/")]) {
			const { toast: read, headers } = await takeToast(request);
			expect([read, Array.from(headers)]).toEqual([undefined, []]);
		}
	});

	test("is ignored when its cookie was altered, in 2,000 ways", async () => {
		const random = new Random(27);
		const cookie = await cookieOf();
		const value = cookie.slice("toast=".length);
		for (let round = 0; round < 2000; round++) {
			const at = random.below(value.length);
			const put = random.pick(["", "%", "=", ".", "%00", "A", "é", value, '"', String(random.below(10))]);
			const changed = value.slice(0, at) + put + value.slice(at + 1 + random.below(3));
			if (changed === value) continue;
			const { toast: read } = await takeToast(carrying(`toast=${changed}`));
			// A change of the last character may leave the signature valid, because base64 ignores some bits of this
			// character.
			expect(read === undefined || JSON.stringify(read) === JSON.stringify(toast)).toBe(true);
			if (at < value.indexOf(".")) expect(read).toBeUndefined();
		}
	});

	test.each([
		["another secret", "another-secret-0123456789-abcdefghijklm", toast],
		["another shape", undefined, { html: "<script>" }],
		["no object", undefined, "text"],
		["a number as text", undefined, { text: 1 }],
	])("is ignored when it has %s", async (_what, secret, content) => {
		const secrets = [secret ?? process.env.SESSION_SECRET ?? ""];
		const forged = (await createCookie("toast", { secrets }).serialize(content)).split(";")[0] ?? "";
		expect((await takeToast(carrying(forged))).toast).toBeUndefined();
	});
});
