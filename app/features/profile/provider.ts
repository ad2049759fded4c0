import type { UsersTable } from "db/schema";
import * as messages from "~/lib/messages";

type Provider = UsersTable["provider_auth"];

/** Why the account's photo cannot be changed here, in Spanish; undefined if it can. */
export function providerPhotoMessage(provider: Provider): string | undefined {
	return { NORMAL: undefined, GOOGLE: messages.googlePhoto, FACEBOOK: messages.facebookPhoto }[provider];
}

/** The name of a way of signing in, in Spanish; undefined for an unknown provider. */
export function providerLabel(provider: string | null): string | undefined {
	const labels: Record<string, string> = {
		NORMAL: "Correo y contraseña",
		GOOGLE: "Google",
		FACEBOOK: "Facebook",
	};
	return labels[provider ?? ""];
}
