import { hash, randomUUID } from "node:crypto";
import { redirect } from "@remix-run/node";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { UUID } from "./form.server";

/**
 * Returns the key of the row that the page's form creates. The URL contains the key: a user who goes back and sends the
 * form again sends the same key, and so creates no duplicate.
 * @param fragment part of the page that has the form; a browser would keep the link's own, Remix's client does not
 * @throws Response redirect to the URL with a new key, if the URL has none
 */
export function requireKeyInAddress(request: Request, fragment = ""): string {
	const { pathname, search } = requestContext().url;
	const searchParams = new URLSearchParams(search);
	const key = searchParams.get("idFile") ?? "";
	if (UUID.test(key)) return key;
	// A posted form already contains its key in a hidden field. The response shows the form with the posted key and
	// ignores the key returned here.
	if (answersForm(request)) return randomUUID();
	searchParams.set("idFile", randomUUID());
	throw redirect(`${pathname}?${searchParams}${fragment}`, 302);
}

/** Whether the page is loaded to answer a posted form: Remix then loads it by a GET with the headers of the form. */
export function answersForm(request: Request): boolean {
	return request.headers.has("Content-Type");
}

/** Whether a form was opened by another person than sends it: another tab of the same phone may have signed somebody in. */
export function isOfSomebodyElse({ person }: { person?: string }): boolean {
	return person !== undefined && person !== requestContext().person;
}

/** Said of a form that `isOfSomebodyElse`. */
export const OF_SOMEBODY_ELSE = "Esto se abrió con otra cuenta. No se cambió nada.";

/**
 * Refuses a form that another person has opened.
 * @throws Response redirect to `page`, which is loaded whole: a form that stays in it would stay the other person's
 */
export async function refuseOthers(form: { person?: string }, page: string): Promise<void> {
	if (!isOfSomebodyElse(form)) return;
	const response = await redirectWithToast(page, { text: OF_SOMEBODY_ELSE, kind: "error" });
	response.headers.set("X-Remix-Reload-Document", "true");
	throw response;
}

/** Short hash of a form's initial values, by which a change since the page was loaded is noticed. */
export function versionOf(values: object): string {
	return hash("sha256", JSON.stringify(values), "base64url").slice(0, 16);
}
