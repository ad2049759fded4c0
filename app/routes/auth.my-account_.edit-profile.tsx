import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AccountSections } from "~/features/account/account-sections";
import {
	changePasswordAction,
	endAllSessionsAction,
} from "~/features/auth/new-password/password-actions.server";
import { passkeyNames } from "~/features/auth/passkeys.server";
import { checkNewPasswordAction } from "~/features/auth/passwords/new-password.server";
import { requireUserToFill } from "~/features/auth/sessions/fill-in.server";
import { requireUser, requireUserToEnd } from "~/features/auth/sessions/sessions.server";
import type { SignedOutForm } from "~/features/auth/sessions/signed-out-page";
import { diagramLabels, listDiagramChoices } from "~/features/diagrams/diagrams.server";
import { saveProfileAction } from "~/features/profile/form/profile-actions.server";
import { ProfileForm } from "~/features/profile/form/profile-form";
import { profileSchema } from "~/features/profile/form/profile-schemas";
import { MAX_PHOTO_FORM_BYTES } from "~/features/profile/photo";
import { changePhotoAction } from "~/features/profile/photo.server";
import { PhotoForm } from "~/features/profile/photo-form";
import { profileFields, providers } from "~/features/profile/profiles.server";
import { readIntent } from "~/lib/forms/form.server";
import { versionOf } from "~/lib/forms/form-state.server";
import { returnPath, unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import * as messages from "~/lib/messages";
import { BackLink } from "~/ui/back-link";
import { pageTitle, type Shown } from "~/ui/page-title";
import { FailureDialog } from "~/ui/toast/toast-message";

const TITLE = "Editar mi perfil";
const ACCOUNT = "Mi cuenta";

export const meta = ({ data }: Shown<typeof loader>) => pageTitle(data.isAccount ? ACCOUNT : TITLE);

export const handle = {
	hydrate: true,
	SignedOutForm: SignedOutProfileForm,
	uploadBytes: MAX_PHOTO_FORM_BYTES,
};

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	const { email, providerAuth, hasPassword, photo } = user;
	const { searchParams } = requestContext().url;
	const isAccount = searchParams.get("view") === "account";
	return {
		user: { email, providerAuth, hasPassword, photo },
		profile: profileFields(user),
		photoMessage: providers[providerAuth].photoMessage,
		diagrams: await listDiagramChoices(),
		isAccount,
		passkeys: isAccount ? await passkeyNames(user.id) : [],
		asksForDiagram: searchParams.get("elegir") === "diagrama",
		redirectTo: returnPath(searchParams.get("redirectTo")),
		profileVersion: versionOf(profileFields(user)),
	};
}

export async function action({ request }: ActionFunctionArgs) {
	// Handles the photo form first: the functions below read the body, and a body with a file can be read only once.
	if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
		return changePhotoAction(request, await requireUser(request));
	// Checking a new password needs no session: a redirect to the login would interrupt a user who fills in the form.
	const checked = await checkNewPasswordAction(request);
	if (checked) return checked;
	const intent = await readIntent(request);
	if (intent === "profile") {
		const user = await requireUserToFill(request, { title: TITLE, schema: profileSchema });
		return saveProfileAction(request, user);
	}
	const user = await requireUserToEnd(request);
	if (intent === "password") return changePasswordAction(request, user);
	if (intent === "sessions") return endAllSessionsAction(request, user);
	throw unknownButton();
}

export default function EditProfilePage() {
	const { user, profile, photoMessage, diagrams, redirectTo, profileVersion, ...shown } =
		useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const result = answer?.result;
	// Gives the result to the form whose button was pressed.
	const resultOf = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined);
	const photoProblem = resultOf("photo")?.error?.photo?.find((text) => text.startsWith(messages.photoFailed));
	const passwordResult = resultOf("password");
	if (shown.isAccount || passwordResult)
		return (
			<div className="narrow">
				<BackLink to="/auth/more">Más</BackLink>
				<h1>{ACCOUNT}</h1>
				<AccountSections
					hasPassword={user.hasPassword}
					email={user.email}
					passkeys={shown.passkeys}
					result={passwordResult}
				/>
			</div>
		);
	return (
		<div className="narrow">
			{photoProblem && <FailureDialog text={photoProblem} answer={result} />}
			<BackLink to="/auth/my-account">Mi Perfil</BackLink>
			<h1>{TITLE}</h1>
			{shown.asksForDiagram && <p className="note">Elegí tu diagrama para que se abra solo.</p>}
			{redirectTo && <p className="note">Al guardar volvés a lo que estabas haciendo.</p>}
			<section id="datos">
				<h2>Tus datos</h2>
				<ProfileForm
					shown={profile}
					hasOwnName={user.providerAuth === "NORMAL"}
					diagrams={diagrams}
					version={profileVersion}
					cancel={redirectTo}
					{...(resultOf("profile") && answer)}
				/>
			</section>
			<section id="foto">
				<h2>Tu foto</h2>
				{photoMessage ? (
					<p>{photoMessage}</p>
				) : (
					<PhotoForm photo={user.photo} {...(resultOf("photo") && answer)} />
				)}
			</section>
		</div>
	);
}

function SignedOutProfileForm(form: ComponentProps<SignedOutForm>) {
	// Users who sign in with Google or Facebook have no name field.
	const hasOwnName = form.shown.realName !== undefined;
	return <ProfileForm {...form} hasOwnName={hasOwnName} diagrams={diagramLabels} />;
}
