/** Signing out, with or without signal: what is private leaves the phone at once. */
import { sharedRun } from "~/lib/shared-run";
import { ownPage } from "./copies";
import { soon } from "./network";
import { waiting } from "./outbox";
import { changePerson, discardAll, inEpoch, inTurn, NOBODY, remembered } from "./person";
import { askForSync } from "./scope";
import { sendAll } from "./sending";

export const SIGN_OUT = "/auth/logout";

/** Answers the button that signs out. Asks first if something waits. */
export async function signOut(request: Request): Promise<Response> {
	const choice = new URLSearchParams(await request.text()).get("waiting");
	const { person } = await remembered();
	if (choice === "send") await sendAll();
	const { length: count } = await waiting();
	if (choice === "discard") await discardAll(person);
	else if (count && choice !== "keep")
		return ownPage(choice === "send" ? "leave-unsent" : "leave", { count });
	await inTurn(() => changePerson(NOBODY, true));
	return paySignOut("/home");
}

/** Tells the server that the person has signed out, and opens a page then. Without signal says that this is still owed. */
export async function paySignOut(next: string | URL): Promise<Response> {
	return (await isPaid()) ? Response.redirect(next, 303) : stillOwed();
}

/** Whether the server could be told now of the sign-out. */
export const isPaid = () => soon(pay());

/**
 * One request for all who ask, because the answer ends the browser's session: a late one would end that of the next
 * person.
 */
const pay = sharedRun(async () => {
	const { epoch } = await remembered();
	const answer = await fetch(SIGN_OUT, { headers: { "Relevo-Copy": "1" }, method: "POST" });
	if (answer.status !== 204) return false;
	// With a new epoch, because the session was open to what was asked for until now.
	await inEpoch(epoch, () => changePerson(NOBODY));
	return true;
});

/**
 * The answer to each private page as long as the server does not know of the sign-out. Until then the session is open, and
 * with it the downloads, which the worker leaves alone: the browser is asked to have it told though nobody comes back.
 */
export function stillOwed(): Promise<Response> {
	askForSync();
	return ownPage("owed", {});
}
