import type { ClientActionFunctionArgs, ShouldRevalidateFunction } from "@remix-run/react";
import { maxResponseMs } from "~/browser/send-speed";

/** What a page of its own says in the form's place: that it leads elsewhere, or is about something that is not there. */
const isOwnPage = (status: number) => status < 400 || status === 401 || status === 404;

/** What a form is told that could not be sent. */
export interface Unsent {
	/** What happened, in one sentence. */
	unsent: string;
	/** Id of the form, where its page has several. */
	form?: string;
}

let lastForm: HTMLFormElement | undefined;

/** Has to be called as a form is sent, so that its answer is known to be its own. */
export function noteSent(form: HTMLFormElement): void {
	lastForm = form;
}

/**
 * The `clientAction` of every route with a form. Remix would put an error page in the place of a form that could not be
 * sent; here the page stays as it is, with all that is typed in it, and says what happened. A later version may send it by
 * itself when the signal is back: this is the place.
 */
export async function sendForm({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
	try {
		const { size } = await request.clone().blob();
		return await Promise.race([serverAction(), lateAnswer(size)]);
	} catch (error) {
		if (error instanceof Response && error.status === SIGNED_OUT && lastForm?.isConnected)
			return sendAsDocument(lastForm);
		if (error instanceof Response && isOwnPage(error.status)) throw error;
		return { ...shownBefore(), unsent: await reasonOf(error), form: lastForm?.id };
	}
}

/** The session has ended. */
const SIGNED_OUT = 401;

/**
 * Sends a form once more, which has done nothing yet, by the browser itself: the answer is the server's page with the form,
 * filled in, and the sign-in, for which no page has to carry any script.
 */
function sendAsDocument(form: HTMLFormElement): Promise<never> {
	// A button may be called "submit".
	HTMLFormElement.prototype.submit.call(form);
	// Until that page is there this one is sending.
	return new Promise(() => {});
}

/** The `shouldRevalidate` of such a route: where nothing was saved, or something only asked, nothing has changed. */
export const revalidateWhenSaved: ShouldRevalidateFunction = ({
	actionResult,
	actionStatus = 200,
	defaultShouldRevalidate,
}) =>
	isUnsent(actionResult) || isQuestion(actionResult) || actionStatus >= 400 ? false : defaultShouldRevalidate;

/** Whether the data of an action say that the form could not be sent. */
export function isUnsent(data: unknown): data is Unsent {
	return typeof data === "object" && data !== null && "unsent" in data;
}

function isQuestion(data: unknown): boolean {
	return typeof data === "object" && data !== null && "isQuestion" in data;
}

/** What the last answer said stays true: which state the form was made from, and what was refused in it. */
function shownBefore(): object {
	return Object.values(window.__remixRouter.state.actionData ?? {})[0] ?? {};
}

/** After this nobody waits any longer. What is on its way may still arrive: the same form is never taken twice. */
function lateAnswer(size: number): Promise<never> {
	return new Promise((_resolve, reject) => setTimeout(() => reject(new Error(LATE)), maxResponseMs(size)));
}

async function reasonOf(error: unknown): Promise<string> {
	if (error instanceof TypeError) return NO_SIGNAL;
	if (error instanceof Error && error.message === LATE) return LATE;
	const said: unknown = error instanceof Response ? await error.json().catch(() => undefined) : undefined;
	if (typeof said !== "object" || said === null || !("message" in said)) return NOT_NOW;
	return typeof said.message === "string" ? said.message : NOT_NOW;
}

const NO_SIGNAL = "No se pudo enviar: parece que no hay señal.";
const LATE = "No llegó respuesta: puede que la señal sea muy mala.";
const NOT_NOW = "No se pudo enviar: el servidor no puede atenderte ahora.";
