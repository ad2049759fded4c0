/** The key and the version that a form carries of the record that it creates or edits. */
import { createHash, randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { UUID } from "./form.server";

/**
 * The key of the record that the page's form creates. It stands in the address, so that going back to the page after
 * saving finds the same key, and sending the form again makes no duplicate.
 * @throws Response redirect to the address with a new key, when it has none
 */
export function requireKeyInAddress(request: Request): string {
	const { pathname, search } = requestContext().url;
	const searchParams = new URLSearchParams(search);
	const key = searchParams.get("idFile") ?? "";
	if (UUID.test(key)) return key;
	// The page is shown as the response to a posted form, which carries its own key.
	if (request.headers.has("Content-Type")) return randomUUID();
	searchParams.set("idFile", randomUUID());
	throw redirect(`${pathname}?${searchParams}`, 302);
}

/** A short fingerprint of the values that a form was filled with, to notice that others were saved meanwhile. */
export function versionOf(values: object): string {
	return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
