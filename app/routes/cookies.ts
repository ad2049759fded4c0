import type { ActionFunctionArgs } from "@remix-run/node";
import { readFields } from "~/lib/forms/form.server";
import { badRequest, safePath } from "~/lib/http/http.server";
import { answerConsent, readPreferences } from "~/lib/http/preferences.server";
import { redirectWithToast } from "~/lib/http/toast.server";

export { onlyForms as loader } from "~/lib/http/http.server";

/** Stores the cookie banner's choice for six months. */
export async function action({ request }: ActionFunctionArgs) {
	const { intent, redirectTo } = await readFields(request, ["intent", "redirectTo"]);
	if (intent !== "accepted" && intent !== "rejected") throw badRequest("Elegí «Aceptar» o «Rechazar».");
	const preferences = readPreferences(request.headers.get("Cookie"));
	const text =
		intent === "accepted" ? "Listo: aceptaste las cookies." : "Listo: rechazaste las cookies de comodidad.";
	return redirectWithToast(safePath(redirectTo, "/home"), { text }, answerConsent(preferences, intent));
}
