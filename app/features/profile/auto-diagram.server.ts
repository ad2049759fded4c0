import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { readFields } from "~/lib/forms/form.server";
import { badRequest } from "~/lib/http/http.server";
import { backWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { findProfile, type Profile, updateAutoDiagram } from "./profiles.server";

/**
 * Switches the automatic diagram as the form asks: the wanted state is sent, so that pressing twice does not undo it.
 * @returns status 500 and `failed` when it could not be kept
 */
export async function switchAutoDiagram(request: Request, user: User) {
	const { intent, autoDiagram } = await readFields(request, ["intent", "autoDiagram"]);
	if (intent !== "autoDiagram" || (autoDiagram !== "si" && autoDiagram !== "no")) {
		throw badRequest("No entendimos qué botón tocaste. Volvé a tu perfil y probá de nuevo.");
	}
	const isOn = autoDiagram === "si";
	try {
		await updateAutoDiagram(user.id, isOn);
	} catch (error) {
		logFailure("auto_diagram_failed", error);
		return json({ failed: true }, { status: 500 });
	}
	throw await backWithToast("/auth/my-account", {
		title: isOn ? messages.autoDiagramOn : messages.autoDiagramOff,
		text: isOn ? textOfOn(await findProfile(user.id)) : "Al entrar se abre tu perfil.",
		kind: isOn ? "success" : "info",
		asDialog: true,
	});
}

function textOfOn({ diagram }: Profile): string {
	return diagram
		? "Al entrar se abre solo tu diagrama."
		: "Ahora elegí tu diagrama, así se abre solo al entrar.";
}
