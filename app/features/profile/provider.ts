import * as messages from "~/lib/messages";

/** Ways of signing in: the Spanish name, and why the user cannot change the photo, if so. */
export const providers = {
	NORMAL: { label: "Correo y contraseña", photoMessage: undefined },
	GOOGLE: { label: "Google", photoMessage: messages.googlePhoto },
	FACEBOOK: { label: "Facebook", photoMessage: messages.facebookPhoto },
} as const;
