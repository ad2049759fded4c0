import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { type SeededUser, seedUser } from "../support/accounts-on-disk";
import { openPage, signInAt } from "../support/browser/browser";
import { escaped, foreignMarkup } from "../support/hostile-html";
import { naughty } from "../support/naughty";
import { encode } from "../support/requests";
import { post, send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();
let user: SeededUser;
beforeAll(async () => {
	user = seedUser(server.databasePath);
});
const saveName = (realName: string) =>
	post(
		server.origin,
		"/auth/my-account/edit-profile",
		encode({ intent: "profile", realName, diagram: "3turnos" }),
		{
			cookie: user.cookie,
		},
	);

/** Hostile names of at least six characters, without blanks at the ends, because the server removes such blanks. */
const names = naughty.map((text) => `${text} ${"x".repeat(6)}`.trim());

describe("a name with any characters", () => {
	test("is stored byte by byte and shown as text", async () => {
		const file = new SQLite(server.databasePath, { readonly: true });
		const read = file.prepare<[string], string>("SELECT real_name FROM users WHERE id = ?").pluck();
		const kept: unknown[] = [];
		for (const name of names) {
			const { status } = await saveName(name);
			expect(status).toBe(303);
			kept.push(read.get(user.id));
			const page = await send(server.origin, "/auth/my-account", { headers: { cookie: user.cookie } });
			const shown = name.replaceAll("\0", "");
			expect(page.text.replaceAll("\0", "")).toContain(escaped(shown));
			expect(foreignMarkup(page.text)).toEqual([]);
		}
		expect(kept).toEqual(names);
		file.close();
	});

	test("is shown again as it was typed when another field is wrong, in every form", async () => {
		for (const text of naughty) {
			const answers = [
				await post(
					server.origin,
					"/auth/register",
					encode({ username: text, email: text, password: "x", confirmPassword: "y" }),
				),
				await post(server.origin, "/auth/login", encode({ email: text, password: "x", redirectTo: text })),
				await post(server.origin, "/auth/recovery-pass", encode({ email: text })),
				await post(
					server.origin,
					"/auth/my-account/edit-profile",
					encode({
						intent: "profile",
						realName: text,
						diagram: text,
						twitter: text,
						instagram: text,
						facebook: text,
						web: text,
					}),
					{ cookie: user.cookie },
				),
			];
			for (const { status, text: page } of answers) {
				expect(status).toBe(400);
				expect(foreignMarkup(page)).toEqual([]);
			}
		}
	});

	test("runs nothing in a browser with script enabled", async () => {
		const page = await openPage({ script: "on" });
		const dialogs: string[] = [];
		page.on("dialog", (dialog) => {
			dialogs.push(dialog.message());
			dialog.dismiss();
		});
		await signInAt(server.origin, page, user.cookie);
		for (const text of names.filter((candidate) => /[<{$"'`]/.test(candidate))) {
			await saveName(text);
			await page.goto(`${server.origin}/auth/my-account`);
			expect(await page.getByRole("heading", { level: 2 }).first().textContent()).not.toBe("");
		}
		await page.goto(`${server.origin}/auth/my-account/edit-profile`);
		expect(dialogs).toEqual([]);
	});
});
