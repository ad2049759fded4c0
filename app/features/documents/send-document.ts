import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";

/**
 * `clientAction` of the document form. Errors of photo requests are ignored: the form repeats the removals when it is
 * sent.
 */
export async function sendDocument(args: ClientActionFunctionArgs): Promise<unknown> {
	const form = await args.request.clone().formData();
	return form.get("intent") === "images" ? args.serverAction().catch(() => null) : sendForm(args);
}

/** `shouldRevalidate` of the document form's routes. Requests with pending photos change no list. */
export const revalidateWhenPublished: ShouldRevalidateFunction = (args) =>
	args.formData?.get("intent") !== "images" && revalidateWhenSaved(args);
