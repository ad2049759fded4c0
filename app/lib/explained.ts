import * as messages from "./messages";

/** The message for a missing address, plus an explanation. */
export const emailMalformed = `${messages.emailRequired} Escribilo entero, como ramona@correo.com.ar.`;

/** What is wrong with a typed day, in forms and in addresses. */
export const notADate = "No es una fecha: elegí día, mes y año.";
export const tooOld = "La fecha es demasiado vieja.";

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
