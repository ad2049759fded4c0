import { parseFormData } from "@remix-run/form-data-parser";
import { loginRedirect } from "~/features/auth/sessions/sessions.server";
import { signInFields } from "~/lib/forms/form.server";
import { textIn } from "~/lib/forms/list-field";
import * as messages from "~/lib/messages";
import { KB } from "~/lib/units/bytes";
import { importSchema } from "./import-form";

/** Limits for a visitor without a session. The page shows a text of this size again. */
const LIMITS = {
	maxFiles: 1,
	maxFileSize: 48 * KB,
	maxParts: 10,
	maxTotalSize: 64 * KB,
	maxHeaderSize: 2048,
};
const names = [...Object.keys(importSchema.shape), ...signInFields, "resume"];

/**
 * Reads the texts of an import form that was sent after the session had ended: the pasted text or the rows of the preview.
 * @throws Response redirect to the login page if there is nothing to keep, as with a file, or too much
 */
export async function readTyped(request: Request) {
	const form = await parseFormData(request, LIMITS, () => undefined).catch(() => undefined);
	const texts = names.map((name) => [name, form && textIn(form, name)] as const);
	const fields = Object.fromEntries(texts.filter(([, text]) => text));
	if (Object.keys(fields).length === 0)
		throw await loginRedirect(request, { noUser: messages.noUserForRecords });
	return { fields, removeImages: [] };
}
