import * as messages from "./messages";

/**
 * Error messages of fields for which the specification gives the same text for a missing and for a wrong value. Each
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
