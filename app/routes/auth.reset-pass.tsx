import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EMPTIED, resetPassword } from "~/features/account/take-over.server";
import { resetSchema } from "~/features/auth/account-schemas";
import { findMailToken, readMailToken } from "~/features/auth/links-and-codes.server";
import { EndPasskeys } from "~/features/auth/passkeys/end-passkeys";
import { passkeyNames } from "~/features/auth/passkeys.server";
import { NewPasswordFields } from "~/features/auth/passwords/account-fields";
import { tooBusy } from "~/features/auth/passwords/check-password.server";
import { checkNewPasswordAction, isGoodFor } from "~/features/auth/passwords/new-password.server";
import { hashPassword, unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { useNewPasswordForm } from "~/features/auth/passwords/use-new-password-form";
import { signBrowserIn } from "~/features/auth/sessions/sessions.server";
import { findUserById } from "~/features/auth/users.server";
import { feedEnded, passkeysEnded } from "~/lib/explained";
import { invalid, parseForm, readFields } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { personOf } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { Opener } from "~/ui/forms/opener";
import { PostForm } from "~/ui/forms/post-form";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Contraseña nueva");

export const handle = { hydrate: true, mailToken: "reset" };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const reset = await findReset(request);
	return {
		email: reset?.user.email,
		/** Whose password the form sets. */
		person: reset && personOf(reset.user.id),
		passkeys: reset ? await passkeyNames(reset.user.id) : [],
	};
}

export async function action({ request }: ActionFunctionArgs) {
	const checked = await checkNewPasswordAction(request);
	if (checked) return checked;
	const reset = await findReset(request);
	// Without a valid token, the page explains that the link is used or expired.
	if (!reset) throw redirect("/auth/reset-pass", 303);
	const { person } = await readFields(request.clone(), ["person"]);
	// The link of another account, opened since in this browser, has taken the place of the form's.
	if (person !== undefined && person !== personOf(reset.user.id))
		throw await redirectWithToast("/auth/recovery-pass", { text: OTHER_LINK, kind: "error" });
	const submission = await parseForm(request, resetSchema.check(isGoodFor(reset.user)));
	if (submission.status !== "success") return invalid(submission);
	const { password, endPasskeys } = submission.value;
	const endsPasskeys = endPasskeys !== undefined;
	const hash = await unlessBusy(hashPassword(password, reset.user.email));
	if (!hash) return tooBusy(submission);
	const done = await resetPassword(reset.token, { hash, endsPasskeys });
	if (!done) throw redirect("/auth/reset-pass", 303);
	const parts = [
		CHANGED,
		done.isTakenOver && EMPTIED,
		done.hadFeed && feedEnded,
		endsPasskeys && passkeysEnded,
	];
	const text = parts.filter(Boolean).join(" ");
	const session = await signBrowserIn(request, { userId: done.userId, passwordHash: hash });
	const cookies = [...session, writeCookie("mail-token", "", 0)];
	throw await redirectWithToast("/auth/my-account", { text, kind: "success" }, cookies);
}

const OTHER_LINK =
	"No se guardó: en este navegador abriste después el enlace de otra cuenta. Abrí de nuevo el del correo.";
const CHANGED = "Tu contraseña nueva ya está. Cerramos las otras sesiones que había.";

/** The token and user of the mailed link; undefined without a link, or if the link is used or expired. */
async function findReset(request: Request) {
	const token = readMailToken(request, "reset");
	const owner = token && (await findMailToken({ purpose: "reset", token }));
	const user = owner && (await findUserById(owner.userId));
	return token && user ? { token, user } : undefined;
}

export default function ResetPage() {
	const { email, person, passkeys } = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	const [form, fields] = useNewPasswordForm({ id: "reset", schema: resetSchema, result });
	if (!email) return <UsedLink />;
	return (
		<div className="narrow">
			<h1>Elegí una contraseña nueva</h1>
			<PostForm form={form} submit="Guardar la contraseña">
				<Opener person={person} />
				<input type="text" autoComplete="username" value={email} readOnly hidden />
				<NewPasswordFields fields={fields} label="Contraseña nueva" hint="6 caracteres o más." />
				<EndPasskeys names={passkeys} isProposed />
			</PostForm>
			<p className="hint">
				Al guardarla se cierra tu sesión en los otros equipos, y dejan de andar los avisos y tu calendario en
				el teléfono.
			</p>
		</div>
	);
}

function UsedLink() {
	return (
		<div className="narrow">
			<h1>El enlace ya no sirve</h1>
			<p className="lead">
				Se usa una sola vez y dura una hora. Si ya guardaste la contraseña nueva,{" "}
				<a href="/auth/login">ingresá con ella</a>. Si no, pedí otro y usá el del último correo.
			</p>
			<a className="btn main" href="/auth/recovery-pass">
				Pedir otro enlace
			</a>
		</div>
	);
}
