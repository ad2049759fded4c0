import type { Page } from "playwright-core";
import { signedIn } from "../accounts";
import type { TestServer } from "../server/server";
import { ownData, serverForFile } from "../server/server-for-file";
import { expectQuiet, openPage, signInAt, type Visit } from "./browser";

export interface PersonalSite {
	server: TestServer;
	/**
	 * Opens a page with the cookie banner answered and, unless `user` is null, with the user signed in. Expects only
	 * console messages that match `noted`, which by default allows failed requests.
	 */
	visit(
		user: { id: string } | null,
		path: string,
		how: Visit & { noted?: RegExp },
		use: (page: Page) => Promise<void>,
	): Promise<void>;
}

/** Starts a server that shares the database of the current test file, so that tests can create users. */
export function personalSite(): PersonalSite {
	const server = serverForFile(ownData);
	return {
		server,
		async visit(user, path, how, use) {
			const page = await openPage(how);
			await signInAt(server.origin, page, user ? (await signedIn(user)).Cookie : undefined);
			// By default allows the browser's own messages about error statuses and blocked scripts.
			await expectQuiet(page, how.noted ?? /status of [45]|net::ERR_FAILED/, async () => {
				await page.goto(server.origin + path);
				await use(page);
			});
		},
	};
}
