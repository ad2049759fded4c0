import * as messages from "./messages";

/**
 * Messages for fields whose specified text is the same for a missing and a wrong value: that text followed by an
 * explanation.
 */
export const explained = {
	usernameShort: `${messages.usernameRequired} Tiene que tener 4 caracteres o más.`,
	emailMalformed: `${messages.emailRequired} Escribilo entero, como ramona@correo.com.ar.`,
	realNameShort: `${messages.realNameRequired} Escribí nombre y apellido: 6 letras o más.`,
} as const;

/** Shown in place of profile data that is missing. */
export const placeholders = {
	realName: "SIN NOMBRE",
	email: "SIN EMAIL",
	providerAuth: "SIN PROVEEDOR",
	username: "SIN USERNAME",
	diagram: "SIN DIAGRAMA",
} as const;
