/** What a form knows of the thing that it makes or changes: its key, and the state in which it was. */
import { createHash, randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { UUID } from "./form.server";

/**
 * The key of what the page's form makes. It stands in the page's address, so that who comes back to the page after it was
 * saved has the same one.
 * @throws Response to the address with a new one, where it has none
 */
export function requireKeyInAddress(request: Request): string {
	const { pathname, search } = requestContext().url;
	const searchParams = new URLSearchParams(search);
	const key = searchParams.get("idFile") ?? "";
	if (UUID.test(key)) return key;
	// Beside the answer to a form, which has brought its key.
	if (request.headers.has("Content-Type")) return randomUUID();
	searchParams.set("idFile", randomUUID());
	throw redirect(`${pathname}?${searchParams}`, 302);
}

/** A short fingerprint of what a form was made from, by which it is seen that something else was saved meanwhile. */
export function versionOf(values: object): string {
	return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
