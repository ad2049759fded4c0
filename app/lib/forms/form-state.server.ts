/** Hidden fields of a form: the key of a new database row, or the version of the row that the form edits. */
import { createHash, randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { UUID } from "./form.server";

/**
 * Returns the key of the row that the page's form creates. The URL contains the key, so that a user who saves, goes
 * back and sends the form again creates no duplicate.
 * @throws Response redirect to the URL with a new key, when the URL has none
 */
export function requireKeyInAddress(request: Request): string {
	const { pathname, search } = requestContext().url;
	const searchParams = new URLSearchParams(search);
	const key = searchParams.get("idFile") ?? "";
	if (UUID.test(key)) return key;
	// A posted form contains its own key in a hidden field, so no redirect is needed.
	if (request.headers.has("Content-Type")) return randomUUID();
	searchParams.set("idFile", randomUUID());
	throw redirect(`${pathname}?${searchParams}`, 302);
}

/**
 * Returns a short hash of a form's initial values. A different hash on sending means that the row was changed after
 * the page was loaded.
 */
export function versionOf(values: object): string {
	return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
