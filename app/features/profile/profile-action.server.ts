import type { User } from "~/features/auth/users.server";
import { crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { invalid, parseForm } from "~/lib/form.server";
import { messages } from "~/lib/messages";
import { redirectWithToast } from "~/lib/toast.server";
import { updateProfile } from "./profiles.server";
import { profileSchema, providerProfileSchema } from "./schemas.server";

/** The schema of a person's own form: the name of a provider's account is not changed here. */
export function profileSchemaOf({ providerAuth }: User) {
	return providerAuth === "NORMAL" ? profileSchema : providerProfileSchema;
}

/**
 * Saves the form of the profile.
 * @param diagrams all there are: the chosen one must be among them and have the chosen crew
 */
export async function saveProfile(request: Request, user: User, diagrams: readonly Diagram[]) {
	const submission = await parseForm(request, profileSchemaOf(user));
	if (submission.status !== "success") return invalid(submission);
	const { intent, crew = null, ...values } = submission.value;
	const diagram = diagrams.find(({ id }) => id === values.diagram);
	if (!diagram)
		return invalid(submission, { fieldErrors: { diagram: ["Ese diagrama todavía no está cargado."] } });
	const crews = crewsOf(diagram);
	if (crew && !crews.includes(crew)) {
		const problem = `Ese diagrama tiene las escuadras ${crews.join(", ")}. Elegí una de ellas, o todas.`;
		return invalid(submission, { fieldErrors: { crew: [problem] } });
	}
	await updateProfile(user.id, { ...values, crew });
	throw await redirectWithToast("/auth/my-account", {
		title: messages.profileSavedTitle,
		text: messages.profileSaved,
	});
}
