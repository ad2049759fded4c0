import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn, signedInUser } from "../support/accounts";
import { untilAlive } from "../support/browser/alive";
import { openPage, signInAt } from "../support/browser/browser";
import { ADD, add, documentBody, documentsOf, LIST, SAVED } from "../support/document-forms";
import { escaped, foreignMarkup } from "../support/hostile-html";
import { naughty } from "../support/naughty";
import { sameOrigin, send } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";

/** Tests that texts of documents stay unchanged, and never work as script or markup. */

const server = serverForFile(ownData);

/** A title of 3 to 43 characters from a text, without blanks at the ends, because the server removes such blanks. */
const titleOf = (text: string) => `${text}···`.slice(0, 43).trim();
/** A text with both kinds of line break, LF and CRLF. */
const descriptionOf = (text: string) => `${text}\n\t${text}\r\n «${text}»`;

test("every text is returned unchanged and escaped on every page that shows it", async () => {
	const { user, headers } = await signedInUser();
	for (const text of naughty) {
		const [idFile, title, description] = [randomUUID(), titleOf(text), descriptionOf(text)];
		expect(await add({ idFile, title, description }, headers), text).toRedirectTo(SAVED);
		const kept = description.replaceAll("\r\n", "\n").trim();
		expect((await documentsOf(user)).at(-1)).toMatchObject({ title, description: kept });
		for (const [path, holdsAll] of [
			[LIST, false],
			[`/auth/view-document/${idFile}`, true],
			[`/auth/view-document/${idFile}?intent=delete`, false],
			[`/auth/edit-document/${idFile}`, true],
		] as const) {
			const page = await send(server.origin, path, { headers });
			expect(page.status).toBe(200);
			const html = page.text.replaceAll("\0", "");
			expect(html, path).toContain(escaped(title));
			if (holdsAll) expect(html, path).toContain(escaped(kept));
			expect(foreignMarkup(html)).toEqual([]);
		}
		const search = await send(server.origin, `${LIST}?q=${encodeURIComponent(text)}`, { headers });
		expect(search.status).toBe(200);
		expect(foreignMarkup(search.text)).toEqual([]);
	}
});

test("a refused text is shown again as it was typed, and the file name of a photo is escaped too", async () => {
	const headers = await signedIn(await makeUser());
	for (const text of naughty) {
		const images = [new File(["GIF89a"], text)];
		const body = documentBody({ title: text.padEnd(44, "."), description: text, expiresOn: text, images });
		const form = new Response(body);
		const type = { "content-type": form.headers.get("Content-Type") ?? "" };
		const content = Buffer.from(await form.arrayBuffer());
		const sent = { ...sameOrigin, ...headers, ...type };
		const page = await send(server.origin, ADD, { method: "POST", headers: sent, body: content });
		expect(page.status).toBe(400);
		expect(page.text.replaceAll("\0", ""), text).toContain(escaped(text.padEnd(44, ".")));
		expect(foreignMarkup(page.text)).toEqual([]);
	}
});

test("nothing runs in a browser with script, neither in the list nor on the page that confirms the deletion", async () => {
	const user = await makeUser();
	const { Cookie } = await signedIn(user);
	const texts = naughty.filter((text) => /[<{$"'`]/.test(text));
	const rows = texts.map((text, index) => ({
		...{ user_id: user.id, id_file: randomUUID(), title: titleOf(text), description: descriptionOf(text) },
		created_at: index,
	}));
	await db.insertInto("documents").values(rows).execute();
	const page = await openPage({ script: "on", width: 1280 });
	const troubles: string[] = [];
	page.on("dialog", (dialog) => {
		troubles.push(dialog.message());
		dialog.dismiss();
	});
	page.on("pageerror", (error) => troubles.push(error.message));
	await signInAt(server.origin, page, Cookie);
	let shown = 0;
	for (let at: string | undefined = server.origin + LIST; at; ) {
		await page.goto(at);
		await untilAlive(page);
		const titles = await page.locator(".docs strong").allTextContents();
		shown += titles.length;
		await page.locator(".docs summary").first().click();
		await page.getByRole("link", { name: "Eliminar" }).first().click();
		expect(await page.locator("body").textContent()).toContain(titles[0]?.replaceAll("\0", "\ufffd"));
		await page.goto(at);
		const next = page.locator('a[rel="next"]');
		at = (await next.count()) > 0 ? await next.evaluate((link: HTMLAnchorElement) => link.href) : undefined;
	}
	expect(shown).toBe(texts.length);
	expect(troubles).toEqual([]);
});
