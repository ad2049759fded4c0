import { createHash } from "node:crypto";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import {
	DOCUMENT,
	EXTRA,
	type SeededUser,
	seedDocument,
	seedExtra,
	seedUser,
} from "../support/accounts-on-disk";
import { untilAlive } from "../support/browser/alive";
import { openPage, signInAt } from "../support/browser/browser";
import { naughty } from "../support/naughty";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

/** Tests of the hydration data: texts never become markup, and the only inline script is the hydration script. */
const server = serverForFile();
let user: SeededUser;

beforeAll(async () => {
	user = seedUser(server.databasePath);
	seedDocument(server.databasePath, user.id);
	seedExtra(server.databasePath, user.id);
});

const VIEW = `/auth/view-document/${DOCUMENT}`;
const EDIT_EXTRA = `/auth/edit-work-overtime/${EXTRA}`;

const DATA = /<script type="application\/json" id="page-data">(.*?)<\/script>/gs;
const INLINE = /<script>(.*?)<\/script>/gs;

async function htmlOf(path: string, cookie = user.cookie): Promise<{ html: string; policy: string }> {
	const { body, headers } = await send(server.origin, path, { headers: { cookie } });
	return { html: body.toString(), policy: String(headers["content-security-policy"]) };
}

function store(text: string): void {
	const file = new SQLite(server.databasePath, { timeout: 5000 });
	file.prepare("UPDATE documents SET description = ?").run(text);
	file.prepare("UPDATE extras SET comment = ?").run(text);
	file.close();
}

/** All texts in a JSON value, at any depth. */
function textsIn(value: unknown): string[] {
	if (typeof value === "string") return [value];
	return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const hostile = [
	...naughty,
	"</script>",
	"</SCRIPT ><script>document.title = 'taken'</script>",
	"<!--<script>",
	"]]>\u2028\u2029",
	'"elements":0,"modules":["https://evil.example/x.js"]',
	'\\"}]}</script>',
];

describe.each([
	["a description", VIEW],
	["a comment", EDIT_EXTRA],
])("%s", (_, path) => {
	test.each(hostile)(
		"%j stays the same text in the page's data, and cannot close the script element",
		async (text) => {
			store(text);
			const { html } = await htmlOf(path);
			const blocks = Array.from(html.matchAll(DATA), ([, block = ""]) => block);
			expect(blocks).toHaveLength(1);
			expect(blocks[0]).not.toMatch(/[<>&\u2028\u2029]/);
			const data = JSON.parse(blocks[0] ?? "");
			expect(textsIn(data.remix)).toContain(text);
			expect(data.modules.filter((address: string) => !address.startsWith("/build/"))).toEqual([]);
			expect(data.elements).toBeGreaterThan(20);
		},
	);
});

test("a hostile description stays text on a hydrated page", async () => {
	store("</script><script>document.title = 'taken'</script><img src=x onerror=alert(1)>");
	const page = await openPage({ script: "on" });
	await signInAt(server.origin, page, user.cookie);
	await page.goto(server.origin + VIEW);
	await untilAlive(page);
	expect(await page.locator("main").textContent()).toContain("</script><script>document.title = 'taken'");
	expect(await page.title()).not.toBe("taken");
	expect(await page.locator("img[src=x]").count()).toBe(0);
});

test.each([
	["/auth/login", ""],
	["/auth/register", ""],
	[VIEW, undefined],
	[EDIT_EXTRA, undefined],
])(
	"%s has exactly one inline script, which the policy allows, and no unsafe markup",
	async (path, cookie) => {
		store("Clase D1");
		const { html, policy } = await htmlOf(path, cookie);
		const scripts = Array.from(html.matchAll(INLINE), ([, text = ""]) => text);
		expect(scripts).toHaveLength(1);
		const hash = createHash("sha256")
			.update(scripts[0] ?? "")
			.digest("base64");
		expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
		expect(policy).not.toMatch(/unsafe-|nonce-|strict-dynamic|\*/);
		expect(html.match(/<script\b/g)).toHaveLength(2);
		expect(html).not.toMatch(/\son[a-z]+=|javascript:|\sstyle="/);
	},
);

test("a public page has no data", async () => {
	const { html } = await htmlOf("/home?inicio=1", "");
	expect(html).not.toMatch(/<script\b/);
});
