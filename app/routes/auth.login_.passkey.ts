import { json } from "@remix-run/node";
import { issueChallenge, signInOptions } from "~/features/auth/passkeys/passkey-ceremonies.server";

/** Tells the login page what to ask the browser for. The login page sends the answer like a password. */
export function loader() {
	const { challenge, cookie } = issueChallenge("sign-in");
	return json(signInOptions(challenge), { headers: { "Set-Cookie": cookie } });
}
