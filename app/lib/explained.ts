import * as messages from "./messages";

/** Messages for malformed fields: the message for a missing field, plus an explanation. */
export const explained = {
	emailMalformed: `${messages.emailRequired} Escribilo entero, como ramona@correo.com.ar.`,
} as const;

export const placeholders = {
	realName: "SIN NOMBRE",
	email: "SIN EMAIL",
	providerAuth: "SIN PROVEEDOR",
	username: "SIN USERNAME",
	diagram: "SIN DIAGRAMA",
} as const;

/** Added to the message about a new password, if the user has chosen to end the passkeys too. */
export const passkeysEnded = "Quitamos tus llaves de acceso.";

/** Added to the message about a new password or the end of all sessions, if the user's calendar had a secret URL. */
export const feedEnded =
	"El enlace de tu calendario dejó de andar: hacé otro en «Mi calendario en el teléfono».";
