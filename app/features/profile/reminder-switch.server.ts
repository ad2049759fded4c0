import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest } from "~/lib/http/http.server";
import { backWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import { updateExpiryReminders } from "./profiles.server";

/**
 * Switches the reminders as the form asks: the wanted state is sent, so that pressing twice does not undo it.
 * @returns status 500 and the form when it could not be kept
 */
export async function switchReminders(request: Request, { id, isVerified }: User) {
	const { expiryReminders } = await readFields(request, ["expiryReminders"]);
	if (expiryReminders !== "si" && expiryReminders !== "no") {
		throw badRequest("No entendimos qué botón tocaste. Volvé a tu perfil y probá de nuevo.");
	}
	const isOn = expiryReminders === "si";
	try {
		await updateExpiryReminders(id, isOn);
	} catch (error) {
		logFailure("reminders_failed", error);
		const result: SubmissionResult<string[]> = { status: "error", initialValue: { intent: "reminders" } };
		return json({ result }, { status: 500 });
	}
	// To where the form has been sent, which a browser adds by itself.
	throw await backWithToast("/auth/my-account/edit-profile", {
		title: isOn ? "Avisos activados" : "Avisos desactivados",
		text: isOn ? textOfOn(isVerified) : "No te mandamos correos por documentos que vencen.",
		kind: isOn ? "success" : "info",
		// Seen from here too: another message stands on top of this long page.
		asDialog: true,
	});
}

function textOfOn(isVerified: boolean): string {
	return isVerified
		? "Te escribimos 30 y 7 días antes de que venza un documento."
		: "Te escribimos cuando verifiques tu correo.";
}
