/** Hidden fields of a form: the key of the record that it creates, and the version of the record that it edits. */
import { createHash, randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { UUID } from "./form.server";

/**
 * The key of the record that the page's form creates. The key is part of the address: a user who goes back to the page
 * after saving gets the same key, so sending the form again creates no duplicate.
 * @throws Response redirect to the address with a new key, when the address has none
 */
export function requireKeyInAddress(request: Request): string {
	const { pathname, search } = requestContext().url;
	const searchParams = new URLSearchParams(search);
	const key = searchParams.get("idFile") ?? "";
	if (UUID.test(key)) return key;
	// The page is the response to a posted form, which contains its own key.
	if (request.headers.has("Content-Type")) return randomUUID();
	searchParams.set("idFile", randomUUID());
	throw redirect(`${pathname}?${searchParams}`, 302);
}

/** A short fingerprint of a form's initial values, to detect that the record was changed after the form was loaded. */
export function versionOf(values: object): string {
	return createHash("sha256").update(JSON.stringify(values)).digest("base64url").slice(0, 16);
}
