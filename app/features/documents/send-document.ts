import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";

/** The `clientAction` of the form of a document. Where a photo could not be taken back, the form says it again by itself. */
export async function sendDocument(given: ClientActionFunctionArgs): Promise<unknown> {
	const form = await given.request.clone().formData();
	return form.get("intent") === "images" ? given.serverAction().catch(() => null) : sendForm(given);
}

/** Its `shouldRevalidate`: a photo of no document yet is in no list. */
export const revalidateWhenPublished: ShouldRevalidateFunction = (given) =>
	given.formData?.get("intent") !== "images" && revalidateWhenSaved(given);
