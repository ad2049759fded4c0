import type { Page } from "playwright-core";
import { serverForFile } from "../server/server-for-file";
import { type Visit, visitPage } from "./browser";

/** Starts a server, and returns it with a function that opens its pages as new visitors. */
export function publicSite(settings: Record<string, string> = {}) {
	const server = serverForFile(settings);
	const visit = (path: string, how: Visit, use: (page: Page) => Promise<void>): Promise<void> =>
		visitPage(server.origin + path, how, use);
	return { server, visit };
}
