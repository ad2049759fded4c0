import type { UsersTable } from "db/schema";
import * as messages from "~/lib/messages";

type Provider = UsersTable["provider_auth"];

/** Explains why the user cannot change the photo; undefined if the user can. */
export function providerPhotoMessage(provider: Provider): string | undefined {
	return { NORMAL: undefined, GOOGLE: messages.googlePhoto, FACEBOOK: messages.facebookPhoto }[provider];
}

/** Spanish name of a way of signing in, if known. */
export function providerLabel(provider: string | null): string | undefined {
	const labels: Record<string, string> = {
		NORMAL: "Correo y contraseña",
		GOOGLE: "Google",
		FACEBOOK: "Facebook",
	};
	return labels[provider ?? ""];
}
