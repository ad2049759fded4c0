import * as messages from "./messages";

/**
 * Error messages for short or malformed fields. Each message is the text that the specification gives for a missing
 * field, followed by an explanation.
 */
export const explained = {
	usernameShort: `${messages.usernameRequired} Tiene que tener 4 caracteres o más.`,
	emailMalformed: `${messages.emailRequired} Escribilo entero, como ramona@correo.com.ar.`,
	realNameShort: `${messages.realNameRequired} Escribí nombre y apellido: 6 letras o más.`,
} as const;

/** Texts shown in place of missing profile data. */
export const placeholders = {
	realName: "SIN NOMBRE",
	email: "SIN EMAIL",
	providerAuth: "SIN PROVEEDOR",
	username: "SIN USERNAME",
	diagram: "SIN DIAGRAMA",
} as const;
