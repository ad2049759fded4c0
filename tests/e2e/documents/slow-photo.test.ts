import { expect, test } from "vitest";
import { ADD, documentSite, fillIn, keptWidths, pick, save } from "../../support/browser/document-page";
import { largePhoto } from "../../support/images/phone-photos";

const site = documentSite();

test("a photo on a very slow connection is reported as slow, shrunk further and stored", async () => {
	await site.visit(ADD, { isSingleUse: true }, async (page, person) => {
		await fillIn(page);
		await pick(page, [await largePhoto()]);
		const network = await page.context().newCDPSession(page);
		const setSpeed = (uploadThroughput: number) =>
			network.send("Network.emulateNetworkConditions", {
				offline: false,
				latency: 0,
				downloadThroughput: -1,
				uploadThroughput,
			});
		await setSpeed(3000);
		const said = new Set<string>();
		await page.exposeFunction("note", (text: string) => said.add(text.replace(/\d+ %/, "N %")));
		await page.evaluate(() => {
			const list = document.querySelector(".photos.picked");
			const note = Reflect.get(window, "note");
			if (list)
				new MutationObserver(() => note(list.querySelector(".hint")?.textContent)).observe(list, {
					childList: true,
					subtree: true,
					characterData: true,
				});
		});
		await save(page).click();
		await expect.poll(() => [...said].join("\n"), { timeout: 40_000 }).toContain("achicamos más la foto");
		await setSpeed(-1);
		await page.waitForURL(/my-documents/);
		expect([...said].filter((text) => /^Enviando N % de \d+ KB/.test(text))).toHaveLength(2);
		expect(await keptWidths(person)).toEqual([750]);
	});
});
