import type { UsersTable } from "db/schema";
import * as messages from "~/lib/messages";

type Provider = UsersTable["provider_auth"];

/** Why the photo of an account is not changed here, undefined where it is. */
export function providerPhotoMessage(provider: Provider): string | undefined {
	return { NORMAL: undefined, GOOGLE: messages.googlePhoto, FACEBOOK: messages.facebookPhoto }[provider];
}

/** How somebody signs in, in their words; undefined when it is not known. */
export function providerLabel(provider: string | null): string | undefined {
	const labels: Record<string, string> = {
		NORMAL: "Correo y contraseña",
		GOOGLE: "Google",
		FACEBOOK: "Facebook",
	};
	return labels[provider ?? ""];
}
