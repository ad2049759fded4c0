/** Keeps the typed fields of a form when the user's session ends before the form is sent. */
import { json } from "@remix-run/node";
import type * as z from "zod/mini";
import { buttonSchema, loginSchema } from "~/features/auth/account-schemas";
import type { User } from "~/features/auth/users.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { invalid, parseFields, readFields, signInFields, typedIn } from "~/lib/forms/form.server";
import { badRequest, redirectWithCookies } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { findSessionUser, signBrowserIn } from "./sessions.server";
import { failedSignIn, signInByForm } from "./sign-in.server";
import type { SignedOutData } from "./signed-out-page";

/** Maximum length of the response's JSON with the typed fields, in UTF-16 units. A longer form is refused. */
const MAX_DATA_LENGTH = 64 * 1024;
/** Hidden fields and buttons to read in addition to the fields that the form's schema names. */
const hiddenFields = ["intent", "idFile", "version", "resume"] as const;

interface FilledForm {
	/** Title of the page with the form. */
	title: string;
	schema: z.ZodMiniObject;
	/**
	 * Function that reads a form with files: the text fields, and the ids of the photos to remove. Undefined for a form
	 * without files.
	 */
	read?: () => Promise<{ fields: Partial<Record<string, string>>; removeImages: string[] }>;
}

/**
 * Returns the signed-in user who sends a form. Without a session, shows the filled-in form with sign-in fields. After
 * the sign-in, the user sees the form again and must send it again.
 * @throws Response with the form (401, or 429, 503, 507 or 500 after a failed sign-in); 307 after a sign-in; 400 for a
 *   malformed or too long form
 */
export async function requireUserToFill(request: Request, form: FilledForm): Promise<User> {
	const user = await findSessionUser(request);
	if (user) return user;
	const names = [...hiddenFields, ...signInFields, ...Object.keys(form.schema.shape)];
	const { fields, removeImages } = form.read
		? await form.read()
		: { fields: await readFields(request, names), removeImages: [] };
	const { initialValue: typed } = typedIn(fields, form.schema);
	const failure = await signInWith(request, fields);
	const data: SignedOutData = {
		signedOut: {
			title: form.title,
			typed,
			intent: fields.intent,
			idFile: fields.idFile,
			version: fields.version,
			removeImages,
			signIn: { result: (await failure?.json())?.result, hasGoogle: isGoogleConfigured },
		},
	};
	if (JSON.stringify(data).length > MAX_DATA_LENGTH) throw badRequest(TOO_LONG);
	const wait = failure?.headers.get("Retry-After");
	// The status is 401 instead of 400, because the user is still not signed in.
	const status = failure && failure.status !== 400 ? failure.status : 401;
	throw json(data, { status, headers: wait ? { "Retry-After": wait } : undefined });
}

/**
 * Signs the user in with the sign-in fields of a filled-in form.
 * @returns the response to the failed sign-in; undefined without sign-in fields. The button «Ya ingresé» (`resume` is "google") is a
 *   failed sign-in too, because the user still has no session
 * @throws Response 307 after success: the browser sends the form again, and because of the field `resume` the route's
 *   action shows the form instead of saving it
 */
async function signInWith(request: Request, fields: Partial<Record<string, string>>) {
	if (fields.resume === "google")
		return invalid(parseFields({}, buttonSchema), { formErrors: [NOT_YET], status: 401 });
	if (fields.password === undefined) return undefined;
	const submission = parseFields(fields, loginSchema);
	try {
		if (submission.status !== "success") return invalid(submission);
		const signIn = await signInByForm(request, submission.value);
		if (signIn.status !== "right") return failedSignIn(submission, signIn);
		const cookies = await signBrowserIn(request, signIn);
		const { pathname, search } = requestContext().url;
		throw redirectWithCookies(pathname + search, cookies, 307);
	} catch (error) {
		if (error instanceof Response) throw error;
		logFailure("sign_in_failed", error);
		return invalid(submission, { formErrors: [OURS], status: isDiskFull(error) ? 507 : 500 });
	}
}

const NOT_YET = "Todavía no ingresaste con Google en este navegador.";
const OURS = "No pudimos hacerte ingresar: es un problema nuestro, no tuyo. Probá de nuevo en un rato.";
const TOO_LONG = "Es demasiado largo. Volvé atrás, acortalo y probá de nuevo.";
