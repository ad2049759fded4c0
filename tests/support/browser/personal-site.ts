import type { Page } from "playwright-core";
import { signedIn } from "../accounts";
import type { TestServer } from "../server/server";
import { ownData, serverForFile } from "../server/server-for-file";
import { expectQuiet, openPage, signInAt, type Visit } from "./browser";

export interface PersonalSite {
	server: TestServer;
	/**
	 * Opens a page with the cookie banner answered, signed in unless `user` is null. Allows only console messages
	 * that match `noted`, by default those about failed requests.
	 */
	visit(
		user: { id: string } | null,
		path: string,
		how: Visit & { noted?: RegExp },
		use: (page: Page) => Promise<void>,
	): Promise<void>;
}

/** Starts a server that shares the test file's database, so that tests can add users. */
export function personalSite(): PersonalSite {
	const server = serverForFile(ownData);
	return {
		server,
		async visit(user, path, how, use) {
			const page = await openPage(how);
			await signInAt(server.origin, page, user ? (await signedIn(user)).Cookie : undefined);
			// By default, Chromium may log statuses 4xx and 5xx, and requests that the test blocks.
			await expectQuiet(page, how.noted ?? /status of [45]|net::ERR_FAILED/, async () => {
				await page.goto(server.origin + path);
				await use(page);
			});
		},
	};
}
