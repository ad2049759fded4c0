import { json, type TypedResponse } from "@remix-run/node";
import * as z from "zod/mini";
import { loginRedirect, requireUser } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { crewsOf } from "~/features/diagrams/cycle";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { isOwnCycle, parseOwnDiagram } from "~/features/diagrams/own-cycle/own-diagram";
import {
	opensMyShift,
	type ProfileFields,
	profileFields,
	updateProfile,
	updateSwitch,
} from "~/features/profile/profiles.server";
import { type Network, parseSocialLink } from "~/features/profile/social-link";
import { carriedFields, readFields } from "~/lib/forms/form.server";
import { refuseOthers, versionOf } from "~/lib/forms/form-state.server";
import { returnPath, unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { backWithToast } from "~/lib/http/toast.server";
import * as messages from "~/lib/messages";
import { saveRecordForm } from "~/lib/records/save-record-form.server";
import { profileSchema, providerProfileSchema } from "./profile-schemas";

/**
 * Saves the profile form. The diagram must exist and have the chosen crew. Redirects to `redirectTo` of the query string,
 * by default to the account page.
 * @returns the form with the typed values and the errors
 * @throws Response redirect after saving, and to the login for a deleted account
 */
export async function saveProfileAction(request: Request, user: User) {
	const schema = user.providerAuth === "NORMAL" ? fullProfileSchema : fullProviderProfileSchema;
	const fields = await readFields(request, [...Object.keys(schema.shape), ...carriedFields]);
	return saveRecordForm(fields, schema, {
		toForm: ({ cycleStart: _, ...profile }: ProfileFields) => profile,
		versionOf,
		async save({ intent, ...values }, isPresent) {
			const chosen = diagramAliases.get(values.diagram) ?? values.diagram;
			// The own cycle may stay as it is now; it is changed on its own page, which also asks on which day it starts.
			const own = isOwnCycle(chosen) ? parseOwnDiagram(user.diagram ?? "") : undefined;
			const diagram = own ?? (await listDiagrams()).find(({ id }) => id === chosen);
			const current = profileFields(user);
			if (isOwnCycle(chosen) && !own && isPresent?.(current) === false)
				return { status: "stale", current, field: "diagram", error: CYCLE_GONE };
			if (!diagram) {
				const error = findDiagramName(chosen) ? NOT_LOADED : "Elegí un diagrama de la lista.";
				return { status: "refused", field: "diagram", error };
			}
			const crews = crewsOf(diagram);
			if (values.crew && !crews.includes(values.crew)) {
				const error =
					crews.length > 0
						? `Ese diagrama tiene las escuadras ${crews.join(", ")}. Elegí una de ellas, o «No sé».`
						: "Tu ciclo es tuyo, sin escuadras: elegí «No sé».";
				return { status: "refused", field: "crew", error };
			}
			const saved = await updateProfile(user.id, { ...values, diagram: diagram.id }, isPresent);
			if (saved.status === "gone") throw await loginRedirect(request);
			return saved;
		},
		next: () => [
			returnPath(requestContext().url.searchParams.get("redirectTo")) ?? "/auth/my-account",
			{ title: messages.profileSavedTitle, text: messages.profileSaved },
		],
	});
}

/**
 * Switches automatic opening on ("si") or off ("no").
 * @returns `failed: true` when saving fails
 */
export async function switchAutoDiagramAction(
	request: Request,
	{ id }: User,
): Promise<TypedResponse<{ failed: true }>> {
	const { intent, autoDiagram, ...form } = await readFields(request, ["intent", "autoDiagram", "person"]);
	if (intent !== "autoDiagram" || (autoDiagram !== "si" && autoDiagram !== "no"))
		throw unknownButton("tu perfil");
	await refuseOthers(form, "/auth/my-account");
	const isOn = autoDiagram === "si";
	requestContext().giveFormBack = (_error, status) => json({ failed: true }, { status });
	await updateSwitch(id, "autoDiagram", isOn);
	// The account may have been deleted meanwhile.
	const user = await requireUser(request);
	const textOfOn = user.diagram
		? `Al ingresar se abre ${opensMyShift(user) ? "Mi turno" : "tu diagrama"}.`
		: "Ahora elegí tu diagrama, así se abre al ingresar.";
	throw await backWithToast("/auth/my-account", {
		title: isOn ? messages.autoDiagramOn : messages.autoDiagramOff,
		text: isOn ? textOfOn : "Al ingresar se abre tu perfil.",
		kind: isOn ? "success" : "info",
		asDialog: true,
	});
}

const CYCLE_GONE = "Ese ciclo ya no lo tenés: elegí un diagrama de la lista.";
const NOT_LOADED = "Ese diagrama todavía no está cargado.";

const checkedFields = {
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
};

const fullProfileSchema = z.strictObject({ ...profileSchema.shape, ...checkedFields });
const fullProviderProfileSchema = z.strictObject({ ...providerProfileSchema.shape, ...checkedFields });

function socialField(network: Network) {
	return z.pipe(
		z.optional(z.string()),
		z.transform((text: string | undefined, context) => {
			const parsed = parseSocialLink(text ?? "", network);
			if ("value" in parsed) return parsed.value;
			context.issues.push({ code: "custom", message: parsed.problem, input: text });
			return z.NEVER;
		}),
	);
}
