/** Requests that no page of ours would send, the same ones for the same seed. */
import { randomOf } from "../bench/seeded-random";

export interface FuzzCase {
	method: "GET" | "POST";
	path: string;
	headers: Record<string, string>;
	body?: Buffer;
}

const paths = [
	"/auth/register",
	"/auth/login",
	"/auth/logout",
	"/auth/recovery-pass",
	"/auth/reset-pass",
	"/auth/verify-email",
	"/auth/google/callback",
	"/auth/my-account",
	"/auth/my-account/edit-profile",
	"/auth/export",
	"/auth/delete-account",
	"/auth/my-documents",
	"/images/00000000-0000-4000-8000-000000000000-320.webp",
	"/home",
	"/cookies",
	"/web",
	"/diagrams/3turnos",
];

const names = [
	"username",
	"email",
	"password",
	"confirmPassword",
	"currentPassword",
	"code",
	"confirmation",
	"intent",
	"redirectTo",
	"realName",
	"diagram",
	"crew",
	"twitter",
	"web",
	"autoDiagram",
	"photo",
	"token",
	"year",
	"state",
	"a[4294967294]",
	"__proto__",
	"__intent__",
	"email[0]",
	"",
];

const values = [
	"",
	" ",
	"a",
	"soldador",
	"a@b.example",
	"a@b.example\r\nBcc: c@d.example",
	"acero frío",
	"123456",
	"ELIMINAR",
	"profile",
	"delete",
	"code",
	"confirm",
	"//evil.example",
	"/\\evil.example",
	"javascript:alert(1)",
	"<script>alert(1)</script>",
	"' OR 1=1 --",
	"\0",
	"\uFFFF",
	"\uD800",
	"é".repeat(3000),
	"x".repeat(70_000),
	"NaN",
	"-0",
	"1e309",
	"2026-02-30",
	"{}",
	"[]",
	"null",
	"😀".repeat(200),
];

const cookieNames = [
	"session",
	"pending",
	"device",
	"toast",
	"mail-token",
	"google",
	"consent",
	"crew",
	"web",
];

/** One request after the other, for ever. `session` is a cookie that signs in. */
export function* fuzzCases(seed: number, session: string): Generator<FuzzCase> {
	const random = randomOf(seed);
	const below = (end: number) => Math.floor(random() * end);
	const pick = <Item>(items: readonly Item[], fallback: Item): Item => items[below(items.length)] ?? fallback;
	const bytes = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
	const fields = () => Array.from({ length: below(8) }, () => [pick(names, "x"), pick(values, "x")] as const);

	const bend = (text: string) => {
		const at = below(text.length + 1);
		const piece = bytes(below(4)).toString("latin1");
		return text.slice(0, at) + piece + text.slice(at + below(3));
	};
	const cookie = () => {
		const bent = `${pick(cookieNames, "x")}=${pick([bend(session), pick(values, ""), bytes(12).toString("base64")], "")}`;
		// What a header may hold: a client of ours could not send the rest.
		return bent.replace(/[^\x20-\x7e]/g, "x").slice(0, 10_000);
	};
	const multipart = (): { type: string; body: Buffer } => {
		const parts = fields().map(
			([name, value]) =>
				`--x\r\nContent-Disposition: form-data; name="${name}"${below(4) === 0 ? '; filename="a.jpg"' : ""}\r\n\r\n${value}\r\n`,
		);
		const body = Buffer.from(`${parts.join("")}--x--\r\n`);
		for (let flips = below(6); flips > 0; flips--) body[below(body.length)] = below(256);
		return {
			type: "multipart/form-data; boundary=x",
			body: body.subarray(0, below(3) === 0 ? below(body.length) : undefined),
		};
	};
	const urlencoded = (): { type: string; body: Buffer } => {
		const text = new URLSearchParams(fields().map(([name, value]) => [name, value])).toString();
		return {
			type: "application/x-www-form-urlencoded",
			body: Buffer.from(below(5) === 0 ? bend(text) : text),
		};
	};

	for (;;) {
		const query =
			below(3) === 0
				? `?${new URLSearchParams(fields().map(([name, value]) => [name, value.slice(0, 500)]))}`
				: "";
		const headers: Record<string, string> = { "sec-fetch-site": "same-origin" };
		if (below(3) > 0) headers.cookie = below(3) === 0 ? session : cookie();
		const path = pick(paths, "/home") + query;
		if (below(3) === 0) {
			yield { method: "GET", path, headers };
			continue;
		}
		const { type, body } = below(3) === 0 ? multipart() : urlencoded();
		yield { method: "POST", path, headers: { ...headers, "content-type": type }, body };
	}
}
