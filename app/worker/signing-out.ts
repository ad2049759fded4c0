/** Signing out, with or without signal: what is private leaves the phone at once. */
import { sharedRun } from "~/lib/shared-run";
import { ownPage } from "./copies";
import { soon } from "./network";
import { waiting } from "./outbox";
import { changePerson, discardAll, inEpoch, inTurn, NOBODY, remembered } from "./person";
import { worker } from "./scope";
import { sendAll } from "./sending";

export const SIGN_OUT = "/auth/logout";

/** Answers the button that signs out. Asks first if something waits. */
export async function signOut(request: Request): Promise<Response> {
	const choice = new URLSearchParams(await request.text()).get("waiting");
	const { person } = await remembered();
	if (choice === "send") await sendAll();
	const { length } = await waiting();
	if (choice === "discard") await discardAll(person);
	else if (length && choice !== "keep") {
		return ownPage(choice === "send" ? "leave-unsent" : "leave", { count: length });
	}
	await inTurn(() => changePerson(NOBODY, true));
	const paid = await paySignOut();
	// Else the session would stay open until somebody opens a page, and its downloads, which the worker leaves alone, with it.
	if (!paid) worker.registration.sync?.register("sign-out").catch(() => undefined);
	return paid ?? stillOwed();
}

/**
 * Tells the server that the person has signed out; undefined without signal. One request for all who ask, because the
 * answer ends the browser's session: a late one would end that of the next person.
 * @param next the page to open then
 */
export async function paySignOut(next: string | URL = "/home"): Promise<Response | undefined> {
	const isPaid = await soon(pay());
	return isPaid ? Response.redirect(next, 303) : undefined;
}

const pay = sharedRun(async () => {
	const { epoch } = await remembered();
	const answer = await fetch(SIGN_OUT, { headers: { "Relevo-Copy": "1" }, method: "POST" }).catch(
		() => undefined,
	);
	if (answer?.status !== 204) return false;
	// With a new epoch, because the session was open to what was asked for until now.
	await inEpoch(epoch, () => changePerson(NOBODY));
	return true;
});

/** The answer to each private page as long as the server does not know of the sign-out. */
export const stillOwed = () => ownPage("owed", {});
