import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";

/** `clientAction` of the document form. A removal of a pending photo may fail: the form repeats it when it is sent. */
export async function sendDocument(args: ClientActionFunctionArgs): Promise<unknown> {
	const form = await args.request.clone().formData();
	return form.get("intent") === "images" ? args.serverAction().catch(() => null) : sendForm(args);
}

/** `shouldRevalidate` of its routes: pending photos appear in no list. */
export const revalidateWhenPublished: ShouldRevalidateFunction = (args) =>
	args.formData?.get("intent") !== "images" && revalidateWhenSaved(args);
