import { describe } from "vitest";
import { createFeed } from "~/features/calendars/calendar-feeds.server";
import { db } from "~/lib/database/db.server";
import * as remove from "~/routes/auth.delete-account";
import * as login from "~/routes/auth.login";
import * as account from "~/routes/auth.my-account";
import * as edit from "~/routes/auth.my-account_.edit-profile";
import * as calendar from "~/routes/auth.my-calendar";
import * as notices from "~/routes/auth.notices";
import { signedInUser } from "../../support/accounts";
import { describePage } from "../../support/pages/rendered-page";

/** What signs in a user with these values. */
const who =
	(values: Parameters<typeof signedInUser>[0] = {}) =>
	async () =>
		(await signedInUser(values)).headers;
const crewC = { diagram: "4turnos_7dias", crew: "C" } as const;
const byGoogle = { provider_auth: "GOOGLE", password_hash: null } as const;

describe("the calendar on the phone", () => {
	const unknown = "Todavía no sabemos tu turno";
	const make = "Hacer mi enlace";
	const steps = "Cómo se agrega";
	const shown = "Qué ve quien tiene el enlace";
	/** A user with a feed, whose secret has just been made. */
	const withFeed =
		(values: Parameters<typeof signedInUser>[0], agent = "") =>
		async () => {
			const { user, headers } = await signedInUser(values);
			const secret = await createFeed(db, user.id, "both");
			return { Cookie: `${headers.Cookie}; feed=${secret}`, "User-Agent": agent };
		};
	describePage(calendar, "/auth/my-calendar", {}, [
		["without shifts", "", who(), [unknown], [make, steps, shown, "Tu enlace", "Renovar"]],
		["with shifts", "", who(crewC), [make, steps, shown], [unknown, "Tu enlace", "Renovar"]],
		[
			"with an address",
			"",
			withFeed(crewC),
			["Tu enlace", "webcal://", steps, "Guardar los avisos", "Renovar el enlace", shown],
			[make, unknown],
		],
		["on Android", "", withFeed(crewC, "Mozilla/5.0 (Linux; Android 14)"), ["Tu enlace"], ["webcal:"]],
		[
			"with an address, without shifts",
			"",
			withFeed({}),
			[unknown, steps, "Renovar el enlace", shown],
			[make],
		],
	]);
});

describe("the deletion of the account", () => {
	describePage(remove, "/auth/delete-account", {}, [
		["with a password", "", who(), ["Tu contraseña"], ["Código del correo", "Hasta luego"]],
		["without one", "", who(byGoogle), ["Código del correo", "Mandarme un código"], ["Tu contraseña"]],
		["that a link calls done", "?listo=1", who(), ["Tu contraseña"], ["Hasta luego"]],
		["refused", "", who(), ["ELIMINAR para confirmar", "Contraseña requerida."], [], { intent: "delete" }],
	]);
});

describe("the profile", () => {
	describePage(account, "/auth/my-account", {}, [
		[
			"without anything",
			"",
			who({ email_verified_at: null }),
			["Verificar Correo", "Elegir mi diagrama", "No está: escribir mi ciclo", "Está desactivada", "Activar"],
			["Verificado", "Ver mi", "Cambiar mi ciclo", "scuadra"],
		],
		[
			"with a crew",
			"",
			who({ ...crewC, real_name: "Ana Ríos", auto_diagram: 1, twitter: "ana" }),
			[
				"Ana Ríos Verificado",
				"Correo y contraseña",
				"Escuadra C Ver mi diagrama",
				" /diagrams/4turnos_7dias?crew=C ",
				"se abre Mi turno. Desactivar",
				"#x ",
			],
			["Elegir mi diagrama", "No está:", "Todas las escuadras"],
		],
		[
			"with a diagram alone",
			"",
			who({ diagram: "4turnos_7dias", facebook: "ana", auto_diagram: 1 }),
			[
				"Todas las escuadras Ver mi diagrama",
				" /diagrams/4turnos_7dias ",
				"#facebook ",
				"se abre tu diagrama.",
			],
			["Escuadra", "#x "],
		],
		[
			"with a position",
			"",
			who({ diagram: "4turnos_7dias", cycle_start: "2026-11-02" }),
			["sin la letra de una escuadra Ver mi turno", " /my-shift "],
			["Ver mi diagrama", "Cambiar mi ciclo"],
		],
		[
			"with a cycle of one's own",
			"",
			who({ own_cycle: "propio-MF-M06001400", cycle_start: "2026-11-02" }),
			["Ver mi turno Cambiar mi ciclo"],
			["Elegir mi diagrama"],
		],
		["with the opening of no diagram", "", who({ auto_diagram: 1 }), ["falta que elijas tu diagrama"], []],
	]);
	const password = "Tu contraseña Al cambiarla";
	describePage(edit, "/auth/my-account/edit-profile", {}, [
		[
			"to edit",
			"",
			who(),
			["Editar mi perfil", "Cambiar la foto", "No sé A B C D E "],
			[
				"Elegí tu diagrama para",
				"Al guardar volvés",
				"Google",
				"Viene de la cuenta",
				"Tu ciclo",
				"realName=",
			],
		],
		["to choose a diagram", "?elegir=diagrama", who(), ["Elegí tu diagrama para que se abra solo."], []],
		["on the way elsewhere", "?redirectTo=/auth/my-days", who(), ["Al guardar volvés"], []],
		[
			"with a cycle of one's own",
			"",
			who({ own_cycle: "propio-MF-M06001400", cycle_start: "2026-11-02" }),
			["Tu ciclo"],
			[],
		],
		["with a name and a crew", "", who({ ...crewC, real_name: "Ana" }), ["realName=Ana"], []],
		["of a user of Google", "", who(byGoogle), ["Google", "Viene de la cuenta"], ["Cambiar la foto"]],
		["as an account", "?view=account", who(), ["Mi cuenta", password, "Tus sesiones"], ["Tus datos"]],
		["as an account without a password", "?view=account", who(byGoogle), ["Tus sesiones"], [password]],
		[
			"whose new password is refused",
			"",
			who(),
			["Mi cuenta", password],
			["Tus datos"],
			{ intent: "password" },
		],
		[
			"that is refused",
			"",
			who(),
			["Tus datos", "no-existe"],
			[password],
			{ intent: "profile", diagram: "no-existe", realName: "no-existe" },
		],
	]);
});

describe("the sign-in", () => {
	const first = "Para ver esa página primero tenés que ingresar.";
	describePage(login, "/auth/login", {}, [
		["by itself", "", {}, ["Ingresar"], [first, "redirectTo=", "Ingresar con Google"]],
		["before a page", "?redirectTo=/auth/my-days", {}, [first, "redirectTo=/auth/my-days"], []],
		["elsewhere", "?redirectTo=https://otro.example", {}, ["Ingresar"], [first, "otro.example"]],
	]);
});

describe("the notices of a site without phones", () => {
	const later = "Los correos empiezan cuando verifiques el tuyo.";
	describePage(notices, "/auth/notices", {}, [
		[
			"on",
			"",
			who(),
			["Acá no se mandan avisos", "Te avisamos 30 y 7 días antes", "Desactivar"],
			[later, "Tu próximo turno", "Un aviso en el teléfono"],
		],
		[
			"off",
			"",
			who({ expiry_reminders: 0 }),
			["No te avisamos de vencimientos", "Activar"],
			[later, "Te avisamos 30"],
		],
		["on, before the address is verified", "", who({ email_verified_at: null }), [later], []],
		[
			"off, before the address is verified",
			"",
			who({ email_verified_at: null, expiry_reminders: 0 }),
			["Activar"],
			[later],
		],
	]);
});
