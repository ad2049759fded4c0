import type { Page } from "playwright-core";
import { signedIn } from "../accounts";
import { startServer, type TestServer } from "../server/server";
import { expectQuiet, launchBrowser, openPage, type Visit } from "./browser";

export interface PersonalSite {
	server: TestServer;
	/**
	 * Opens a page as a person who has answered the cookie banner and, unless `user` is null, is signed in. Nothing is
	 * written on the console but what a browser notes by itself, or is `noted` here.
	 */
	visit(
		user: { id: string } | null,
		path: string,
		how: Visit & { noted?: RegExp },
		use: (page: Page) => Promise<void>,
	): Promise<void>;
	stop(): Promise<void>;
}

/** The real server on the database of this test file, so that people made there can be signed in, and a real Chromium. */
export async function startPersonalSite(): Promise<PersonalSite> {
	const settings = {
		DATABASE_PATH: process.env.DATABASE_PATH ?? "",
		UPLOADS_DIR: process.env.UPLOADS_DIR ?? "",
	};
	const [browser, server] = await Promise.all([launchBrowser(), startServer(settings)]);
	return {
		server,
		async visit(user, path, how, use) {
			const cookies = [{ name: "consent", value: "accepted", url: server.origin }];
			if (user) {
				const [name = "", value = ""] = (await signedIn(user)).Cookie.split("=");
				cookies.push({ name, value, url: server.origin });
			}
			const page = await openPage(browser, how);
			await page.context().addCookies(cookies);
			// The browser itself notes a document that is refused and, where we keep it away, the script.
			await expectQuiet(page, how.noted ?? /status of [45]|net::ERR_FAILED/, async () => {
				await page.goto(server.origin + path);
				await use(page);
			});
		},
		async stop() {
			await Promise.all([browser.close(), server.stop()]);
		},
	};
}
