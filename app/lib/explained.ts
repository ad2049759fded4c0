import * as messages from "./messages";

/**
 * Error messages of fields for which the specification has only one text, for a missing and a wrong value alike. Each
 * message is the specified text followed by an explanation.
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
