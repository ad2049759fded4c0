import { json } from "@remix-run/node";
import type { User } from "~/features/auth/users.server";
import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { diagramAliases, findDiagramName } from "~/features/diagrams/diagram-ids";
import { carriedFields, invalid, parseForm, readFields, typedIn } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import * as messages from "~/lib/messages";
import { updateProfile } from "./profiles.server";
import { profileSchema, providerProfileSchema } from "./schemas";

/** The schema of a person's own form: the name of a provider's account is not changed here. */
export function profileSchemaOf({ providerAuth }: User) {
	return providerAuth === "NORMAL" ? profileSchema : providerProfileSchema;
}

/**
 * Saves the form of the profile.
 * @param diagrams all there are: the chosen one must be among them and have the chosen crew
 */
export async function saveProfile(request: Request, user: User, diagrams: readonly Diagram[]) {
	const schema = profileSchemaOf(user);
	const fields = await readFields(request.clone(), [...Object.keys(schema.shape), ...carriedFields]);
	if (fields.resume) return json({ result: typedIn(fields, schema), isResumed: true });
	const submission = await parseForm(request, schema);
	if (submission.status !== "success") return invalid(submission);
	const { intent, ...values } = submission.value;
	const chosen = diagramAliases.get(values.diagram) ?? values.diagram;
	const diagram = diagrams.find(({ id }) => id === chosen);
	if (!diagram) {
		const problem = findDiagramName(chosen) ? NOT_LOADED : "Elegí un diagrama de la lista.";
		return invalid(submission, { fieldErrors: { diagram: [problem] } });
	}
	const crews = crewsOf(diagram);
	if (values.crew && !crews.includes(values.crew)) {
		const problem = `Ese diagrama tiene las escuadras ${crews.join(", ")}. Elegí una de ellas, o todas.`;
		return invalid(submission, { fieldErrors: { crew: [problem] } });
	}
	const saved = await updateProfile(user.id, { ...values, diagram: diagram.id }, fields.version);
	if (saved.status === "stale") {
		const result = submission.reply({ formErrors: [STALE] });
		const { current } = saved;
		return json({ result, saved: current, version: versionOf(current) }, { status: 409 });
	}
	throw await redirectWithToast("/auth/my-account", {
		title: messages.profileSavedTitle,
		text: messages.profileSaved,
	});
}

const NOT_LOADED = "Ese diagrama todavía no está cargado.";
const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás Guardar de nuevo, queda lo tuyo.";
