import type { ServerResponse } from "node:http";
import { requestContext } from "~/lib/http/request-context.server";
import { KB } from "~/lib/units/bytes";

/** Size in bytes, as sent, from which a page is large. Nearly all pages have less than a third of it. */
const MIN_BYTES = 128 * KB;
/** Number of large pages that may be on their way to a person, like downloads. */
const MAX_AT_ONCE = 2;

const underWay = new Map<string, Set<ServerResponse>>();

/**
 * Bounds the large pages, each of which is kept in memory until it is read, that a person leaves unread. The third one
 * closes the connection of the first, which is usually a page that was asked for again.
 */
export function boundLargePages(response: ServerResponse, bytes: number): void {
	const { person } = requestContext();
	const type = String(response.getHeader("Content-Type"));
	// Photos are small, and a document shows ten at once.
	if (!person || bytes < MIN_BYTES || !/^(text\/html|application\/json)/.test(type)) return;
	const pages = underWay.get(person) ?? new Set();
	underWay.set(person, pages.add(response));
	response.once("close", () => {
		pages.delete(response);
		if (pages.size === 0) underWay.delete(person);
	});
	const [oldest] = pages;
	if (pages.size > MAX_AT_ONCE) oldest?.destroy();
}
