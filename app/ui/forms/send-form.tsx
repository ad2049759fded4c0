import {
	type ClientActionFunctionArgs,
	type ShouldRevalidateFunction,
	useActionData,
	useNavigation,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { maxResponseMs } from "~/browser/send-speed";

const hasOwnPage = (status: number) => status < 400 || status === 401;

interface Unsent {
	unsent: string;
	form?: string;
}

let lastForm: HTMLFormElement | undefined;

/** Remembers the form that is being sent, because `sendForm` does not receive it. */
export function rememberForm(form: HTMLFormElement): void {
	lastForm = form;
}

/**
 * `clientAction` of routes with a form. If the form cannot be sent, Remix alone would show an error page; this
 * function keeps the user's input and reports the problem.
 */
export async function sendForm({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
	const form = lastForm;
	// What is sent next without telling, such as a switch, must not send this form again.
	lastForm = undefined;
	try {
		const { size } = await request.clone().blob();
		return await Promise.race([serverAction(), responseTimeout(size)]);
	} catch (error) {
		if (error instanceof Response && error.status === SIGNED_OUT && form?.isConnected)
			return sendAsDocument(form);
		if (error instanceof Response && hasOwnPage(error.status)) throw error;
		return { ...previousActionData(), unsent: await unsentReason(error), form: form?.id };
	}
}

/** Status of the response when the session had ended. */
const SIGNED_OUT = 401;

/**
 * Sends a form again without script. The browser then shows the response: the form with sign-in fields, when the session
 * has ended, or what the service worker says of a form that it has stored.
 */
export function sendAsDocument(form: HTMLFormElement): Promise<never> {
	// A button named "submit" hides `form.submit`.
	HTMLFormElement.prototype.submit.call(form);
	// This promise never resolves: the form counts as being sent until the next page loads.
	return new Promise(() => {});
}

/**
 * `shouldRevalidate` of routes with a form. Loaders do not run again if nothing was saved: the form could not be
 * sent, was refused (with a status from 400 on), or only asked the server to check a value.
 */
export const revalidateWhenSaved: ShouldRevalidateFunction = ({
	actionResult,
	actionStatus = 200,
	defaultShouldRevalidate,
}) =>
	isUnsent(actionResult) || "isQuestion" in Object(actionResult) || actionStatus >= 400
		? false
		: defaultShouldRevalidate;

/** Whether action data say that the form could not be sent. */
export function isUnsent(data: unknown): data is Unsent {
	return "unsent" in Object(data);
}

/**
 * Returns the previous action data. The caller keeps them if a form could not be sent, because the row version and the
 * error messages in these data still apply.
 */
function previousActionData(): object {
	return Object.values(window.__remixRouter.state.actionData ?? {})[0] ?? {};
}

/** Rejects when a response takes too long. The form can be sent again, because the server saves it only once. */
function responseTimeout(size: number): Promise<never> {
	return new Promise((_resolve, reject) => setTimeout(() => reject(new Error(LATE)), maxResponseMs(size)));
}

async function unsentReason(error: unknown): Promise<string> {
	if (error instanceof TypeError) return NO_SIGNAL;
	if (error instanceof Error && error.message === LATE) return LATE;
	if (error instanceof Response && error.status === 404) return GONE;
	const said: unknown = error instanceof Response ? await error.json().catch(() => undefined) : undefined;
	const { message }: { message?: unknown } = Object(said);
	return typeof message === "string" ? message : NOT_NOW;
}

export const NO_SIGNAL = "No se pudo enviar: parece que no hay señal.";
const LATE = "No llegó respuesta: puede que la señal sea muy mala.";
const GONE = "Esto ya no está acá: se eliminó o se cambió en otro lado.";
const NOT_NOW = "No se pudo enviar: el servidor no puede atenderte ahora.";

/** Says that the form `form` could not be sent, with a button to retry. */
export function UnsentNote({ form }: { form: string }) {
	const data = useActionData<unknown>();
	if (!isUnsent(data) || data.form !== form) return null;
	return (
		<RetryNote>
			<strong>{data.unsent}</strong> Lo que escribiste sigue acá.
		</RetryNote>
	);
}

/** Layout of a note with a button that sends the form again. */
export function RetryNote({ children }: { children: ReactNode }) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<div className="note unsent" role="alert">
			<p>{children}</p>
			<div className="row">
				<button className="btn" type="submit" disabled={isSending}>
					Probar de nuevo
				</button>
			</div>
		</div>
	);
}
