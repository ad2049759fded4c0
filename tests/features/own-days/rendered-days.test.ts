import { afterAll, beforeAll, describe, vi } from "vitest";
import { db } from "~/lib/database/db.server";
import * as days from "~/routes/auth.my-days";
import { signedInUser } from "../../support/accounts";
import { describePage } from "../../support/pages/rendered-page";

beforeAll(() => {
	// The clock shows a Saturday, 10:00 in Buenos Aires.
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
});
afterAll(() => {
	vi.useRealTimers();
});

/** Signs in a user of crew C, with vacations if they have an id. */
const who =
	(id?: string, last_day = "2026-12-02") =>
	async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "C" });
		const made = { note: "", crew: null, bank_minutes: null, created_at: 1, updated_at: 1 };
		const row = {
			user_id: user.id,
			first_day: "2026-11-24",
			last_day,
			kind: "vacaciones",
			...made,
		} as const;
		if (id)
			await db
				.insertInto("own_days")
				.values({ ...row, id })
				.execute();
		return headers;
	};
const idOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;

describe("the own days", () => {
	const none = "Tocá un día para anotar vacaciones";
	const saved = "Esto ya está guardado";
	describePage(days, "/auth/my-days", {}, [
		[
			"without any",
			"",
			who(),
			["Tus días de noviembre", none, " ?day=hoy#dia ", "Todos los de 2026"],
			["Qué es", "Agregar extra"],
		],
		["of a month before all calendars", "?month=1999-01", who(), [none], ["Todos los de"]],
		["that end in the month", "?month=2026-12", who(idOf(1)), ["Vacaciones"], [none]],
		["that begin in it", "", who(idOf(2)), ["Vacaciones"], [none]],
		[
			"of another month",
			"?month=2027-01",
			who(idOf(3)),
			[none, " ?day=2027-01-01#dia ", "turísticos de 2027"],
			[],
		],
		["of a month too far ahead", "?month=2029-01", who(), [none, " ?day=hoy#dia "], []],
		["that ended on its eve", "?month=2026-12", who(idOf(0), "2026-11-30"), [none], []],
		[
			"of a day too far ahead for extras",
			`?day=2028-06-01&idFile=${idOf(9)}`,
			who(),
			["Qué es"],
			["Agregar extra"],
		],
		["of the month before", "?month=2026-10", who(idOf(4)), [none], ["turísticos de 2026:"]],
		[
			"today",
			`?day=hoy&idFile=${idOf(9)}`,
			who(),
			["Agregar extra", "Agregar días Qué es"],
			[saved, "Editar días", "Eliminar", " ?day=hoy#dia "],
		],
		["of a day far ahead", `?day=2029-01-01&idFile=${idOf(9)}`, who(), [none], ["Agregar extra", "Qué es"]],
		[
			"to edit",
			`?edit=${idOf(5)}`,
			who(idOf(5)),
			["Editar días Qué es", "Guardar", "Eliminar Vacaciones"],
			[saved, "Agregar días"],
		],
		["that were saved", `?day=hoy&idFile=${idOf(6)}`, who(idOf(6)), [saved], []],
		[
			"refused",
			`?day=hoy&idFile=${idOf(9)}`,
			who(),
			["Agregar días Hay un problema"],
			["¿Querés"],
			{ idFile: idOf(7), kind: "" },
		],
		[
			"to delete",
			`?edit=${idOf(8)}&intent=delete`,
			who(idOf(8)),
			["¿Querés eliminar esto de tus días?"],
			["Qué es"],
		],
	]);
});
