import { hkdfSync } from "node:crypto";
import { sessionSecrets } from "~/lib/secrets.server";

/**
 * The keys by which a person's phone encrypts what waits in its outbox: one of each secret, the newest first, so that what
 * was encrypted before a change of the secret can still be read.
 */
export function phoneKeys(userId: string): string[] {
	return sessionSecrets().map((secret) =>
		Buffer.from(hkdfSync("sha256", secret, userId, "relevo-outbox", 32)).toString("base64"),
	);
}
