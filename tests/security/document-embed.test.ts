import { expect, test } from "vitest";
import { signedInUser } from "../support/accounts";
import { openPage, signInAt } from "../support/browser/browser";
import { otherSiteForFile } from "../support/browser/other-site";
import { add, imagesOf, photo } from "../support/document-forms";
import { send } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";

/** Tests of the URLs of photos. In the first test, another site tries to embed a photo in a real browser. */

const server = serverForFile(ownData);
const otherSite = otherSiteForFile();

async function withPhoto() {
	const { user, headers } = await signedInUser();
	await add({ images: [await photo()] }, headers);
	return { headers, file: `${(await imagesOf(user))[0]?.id}-1600.webp` };
}

test.each(["127.0.0.1", "localhost"])(
	"another site at %s cannot embed a photo, even while its owner is signed in",
	async (host) => {
		const { headers, file } = await withPhoto();
		const other = `http://${host}:${new URL(otherSite.origin).port}`;
		const address = `${server.origin}/images/${file}`;
		otherSite.html = `<img src="${address}"><iframe src="${address}"></iframe><object data="${address}"></object>`;
		const page = await openPage({ script: "on" });
		await signInAt(server.origin, page, headers.Cookie);
		await page.goto(other, { waitUntil: "networkidle" });
		expect(await page.evaluate("document.querySelector('img').naturalWidth")).toBe(0);
		// The same browser shows the photo when it opens the photo's URL.
		const seen = await page.goto(address);
		expect(seen?.status()).toBe(200);
		expect(await page.evaluate("document.querySelector('img').naturalWidth")).toBe(40);
	},
);

test("a photo is neither a static file nor stored in a shared cache", async () => {
	const { headers, file } = await withPhoto();
	for (const path of [`/${file}`, `/uploads/${file}`, `/build/${file}`, `/images/../uploads/${file}`]) {
		expect((await send(server.origin, path, { headers })).status).toBe(404);
	}
	const mine = await send(server.origin, `/images/${file}`, { headers });
	expect([mine.status, mine.headers["cache-control"]]).toEqual([200, "private, no-cache"]);
	expect(mine.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
	expect((await send(server.origin, `/images/${file}`)).status).toBe(302);
});

test("range requests are ignored: a photo is always sent whole", async () => {
	const { headers, file } = await withPhoto();
	const path = `/images/${file}`;
	const whole = await send(server.origin, path, { headers });
	const asked = await send(server.origin, path, { headers: { ...headers, range: "bytes=0-9" } });
	expect(asked.status).toBe(200);
	expect(asked.headers["accept-ranges"]).toBeUndefined();
	expect(asked.body.equals(whole.body)).toBe(true);
});
