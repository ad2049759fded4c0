import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";

/**
 * Client action of the document form. Ignores a failed removal of an uploaded photo, because saving the form
 * removes the photo too.
 */
export async function sendDocument(args: ClientActionFunctionArgs): Promise<unknown> {
	const form = await args.request.clone().formData();
	return form.get("intent") === "images" ? args.serverAction().catch(() => null) : sendForm(args);
}

/**
 * Loads the page's data again after the form is saved, but not after an uploaded photo is removed (intent "images"):
 * the lists of documents then stay unchanged.
 */
export const revalidateWhenPublished: ShouldRevalidateFunction = (args) =>
	args.formData?.get("intent") !== "images" && revalidateWhenSaved(args);
