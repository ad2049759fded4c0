import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";

/**
 * Client action of the document form. A request that removes an uploaded photo may fail without an error message,
 * because the form marks the photo for removal again when the user saves the document.
 */
export async function sendDocument(args: ClientActionFunctionArgs): Promise<unknown> {
	const form = await args.request.clone().formData();
	return form.get("intent") === "images" ? args.serverAction().catch(() => null) : sendForm(args);
}

/**
 * Revalidation rule (`shouldRevalidate`) for the routes of the document form. After a request that removes an
 * uploaded photo, Remix reloads no data, because the lists of documents stay unchanged.
 */
export const revalidateWhenPublished: ShouldRevalidateFunction = (args) =>
	args.formData?.get("intent") !== "images" && revalidateWhenSaved(args);
