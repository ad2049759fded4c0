import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { phoneTakesPhotos } from "~/browser/phone-takes-photos";
import { isUnsent, NO_SIGNAL, revalidateWhenSaved, sendAsDocument, sendForm } from "~/ui/forms/send-form";

/**
 * Client action of the document form. Ignores a failed removal of an uploaded photo, because saving the form
 * removes the photo too. Without signal, the service worker stores the form on the phone.
 */
export async function sendDocument(args: ClientActionFunctionArgs): Promise<unknown> {
	const data = await args.request.clone().formData();
	if (data.get("intent") === "images") return args.serverAction().catch(() => null);
	const answer = await sendForm(args);
	const form = isUnsent(answer) && answer.unsent === NO_SIGNAL && document.forms.namedItem(answer.form ?? "");
	return form && (await phoneTakesPhotos()) ? sendAsDocument(form) : answer;
}

/**
 * Loads the page's data again after the form is saved, but not after an uploaded photo is removed (intent "images"):
 * the lists of documents then stay unchanged.
 */
export const revalidateWhenPublished: ShouldRevalidateFunction = (args) =>
	args.formData?.get("intent") !== "images" && revalidateWhenSaved(args);
