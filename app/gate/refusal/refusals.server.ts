import { diskFullMessage } from "~/lib/database/disk.server";

export interface Refusal {
	status: number;
	title: string;
	text: string;
	headers?: Record<string, string>;
}

export const refusals = {
	method: {
		status: 405,
		title: "Eso no se puede hacer acá",
		text: "La dirección existe, pero no acepta ese pedido. Volvé al inicio.",
		headers: { Allow: "GET, HEAD, POST" },
	},
	address: {
		status: 400,
		title: "No entendimos la dirección",
		text: "La dirección está mal escrita. Revisala o volvé al inicio.",
	},
	missing: {
		status: 404,
		title: "Error",
		text: "La página que estás buscando no fue encontrada.",
	},
	host: {
		status: 421,
		title: "Esta no es la dirección de Relevo",
		text: "Entrá con la dirección que te dieron en la planta.",
	},
	origin: {
		status: 403,
		title: "No pudimos aceptar el envío",
		text: "El formulario no salió de una página de Relevo. Volvé a abrir la página y probá de nuevo.",
	},
	size: {
		status: 413,
		title: "Es demasiado grande",
		text: "Lo que mandaste supera el tamaño permitido. Mandá menos.",
	},
	type: {
		status: 415,
		title: "No entendimos el envío",
		text: "Esta página solo recibe formularios. Volvé atrás y probá de nuevo.",
	},
	slow: {
		status: 408,
		title: "Se cortó el envío",
		text: "Tardó demasiado en llegar. Revisá la señal y probá de nuevo.",
	},
	full: {
		status: 507,
		title: "Algo salió mal",
		text: diskFullMessage,
	},
	lost: {
		status: 503,
		title: "Ahora no se puede guardar",
		text: "Lo que mandaste no se guardó: al servidor le falta su base de datos. Avisale a quien lo administra y probá de nuevo más tarde.",
	},
	failure: {
		status: 500,
		title: "Algo salió mal",
		text: "Es un problema nuestro, no tuyo. Probá de nuevo en un rato.",
	},
} as const satisfies Record<string, Refusal>;
