import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { dayEvents } from "~/features/calendars/day-events.server";
import { ownDiagram } from "~/features/diagrams/own-cycle/own-diagram";
import { shiftText } from "~/features/diagrams/shift-text";
import { extraSchemaOn } from "~/features/extras/extra-schemas";
import { listDayChanges } from "~/features/own-days/find-own-calendar.server";
import { ChosenDay, MyDays } from "~/features/own-days/my-days";
import { ownDaySchemaOn } from "~/features/own-days/own-day-schemas";
import { MAX_OWN_DAYS, saveOwnDay } from "~/features/own-days/own-days.server";
import { OwnDaysOfYear } from "~/features/own-days/own-days-of-year";
import { calendarOf, dayOf } from "~/features/shift/own-calendar";
import { ownDayKinds } from "~/features/shift/own-day";
import { letterOn, rotationOf } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import { requestContext } from "~/lib/http/request-context.server";
import { eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as exportData } from "~/routes/auth.export";
import { action, loader } from "~/routes/auth.my-days";
import { loader as home } from "~/routes/home";
import { loader as myShift } from "~/routes/my-shift";
import { loader as monthsPage } from "~/routes/my-shift_.calendar";
import { loader as daysToCome } from "~/routes/my-shift_.days";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { seededDiagram, seededDiagrams } from "../../support/seeded-diagrams";
import { toastOf } from "../../support/toasts";
import { unzip } from "../../support/unzip";

const LIST = "/auth/my-days";
const TODAY = "2026-11-22";

let user: { id: string };
let headers: { Cookie: string };

// The clock shows a Sunday, 10:00 in Buenos Aires.
beforeEach(async () => {
	vi.useFakeTimers({ now: new Date(`${TODAY}T13:00:00Z`), toFake: ["Date"] });
	user = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
	headers = await signedIn(user);
	return () => vi.useRealTimers();
});

const open = async (search = "", who = headers) => {
	const response = await responseOf(() => loader(argsFor(LIST + search, {}, { headers: who })));
	return { status: response.status, page: response.status === 200 ? await response.json() : undefined };
};
const send = (fields: Record<string, string>, idFile: string = randomUUID(), who = headers) =>
	responseOf(() => action(argsFor(`${LIST}?day=hoy`, {}, formOf({ idFile, ...fields }, who))));
const yearOf = async (year: string) => {
	const months = await responseOf(() =>
		monthsPage(argsFor(`/my-shift/calendar?year=${year}`, {}, { headers })),
	);
	return (await months.json()).calendar;
};
const change = (id: string, fields: Record<string, string>, who = headers) =>
	responseOf(() => action(argsFor(`${LIST}?edit=${id}`, {}, formOf(fields, who))));
const onList = (fields: Record<string, string>, who = headers) =>
	responseOf(() => action(argsFor(LIST, {}, formOf(fields, who))));
const rows = () =>
	db.selectFrom("own_days").selectAll().where("user_id", "=", user.id).orderBy("first_day").execute();
const week = { kind: "vacaciones", firstDay: "2026-11-23", lastDay: "2026-11-29" };

const entryOf = () => ({ user_id: user.id, cycle_start: null, changed_at: 0 });

/** Adds a week of vacation. @returns the id of the stored row */
async function addWeek(): Promise<string> {
	const id = randomUUID();
	expect((await send(week, id)).status).toBe(303);
	return id;
}

describe("a visitor without a session", () => {
	test("is redirected to the login from the list, and from the button «Eliminar»", async () => {
		const nobody = { Cookie: "" };
		const page = () => loader(argsFor(LIST, {}, { headers: nobody }));
		const login = "/auth/login?redirectTo=%2Fauth%2Fmy-days";
		expect(await responseOf(page)).toRedirectTo(login);
		expect(await onList({ intent: "delete" }, nobody)).toRedirectTo(login);
	});

	test("who sends the form gets it back as typed, with sign-in fields", async () => {
		const response = await send({ ...week, note: "Bariloche" }, randomUUID(), { Cookie: "" });
		expect(response.status).toBe(401);
		expect((await response.json()).signedOut.typed).toMatchObject({ ...week, note: "Bariloche" });
	});
});

describe("the kinds of own days", () => {
	test("are the same in the table's rule and in the program", async () => {
		const { sql: table } = await db
			.selectFrom(sql<{ name: string; sql: string }>`sqlite_master`.as("tables"))
			.select("tables.sql")
			.where("tables.name", "=", "own_days")
			.executeTakeFirstOrThrow();
		const [, known = ""] = /kind IN \(([^)]+)\)/.exec(table) ?? [];
		expect(known.split(", ")).toEqual(ownDayKinds.map((kind) => `'${kind}'`));
	});

	test("have a title of their own in the calendar feed, except a swap, which shows the other crew's shift", async () => {
		const date = "2026-12-01";
		const rotation = rotationOf(seededDiagrams[0] ?? expect.fail(), "A");
		for (const kind of ownDayKinds) {
			const ownDay = { id: "", kind, firstDay: date, lastDay: date, crew: null, note: "" };
			const calendar = { ...calendarOf(rotation), ownDays: [ownDay] };
			const [event] = await dayEvents(calendar, { first: date, last: date, keyOf: String });
			const isShift = event?.title === shiftText(letterOn(rotation, date));
			expect([kind, isShift]).toEqual([kind, kind === "cambio"]);
		}
	});
});

describe("adding", () => {
	test("stores the days, redirects to their month and says what was saved", async () => {
		const response = await send({ ...week, kind: "licencia", note: " un texto\r\nmás " });
		expect(response).toRedirectTo(`${LIST}?month=2026-11`);
		expect((await toastOf(response))?.text).toBe("Anotado: licencia del 23/11/2026 al 29/11/2026.");
		expect(await rows()).toMatchObject([
			{
				kind: "licencia",
				first_day: "2026-11-23",
				last_day: "2026-11-29",
				crew: null,
				note: "un texto\nmás",
			},
		]);
	});

	test("of a single day needs no last day, and a crew counts only for a shift swap", async () => {
		await send({ kind: "franco", firstDay: "2026-12-01", crew: "B" });
		await send({ kind: "cambio", firstDay: "2026-12-02", crew: "B" });
		expect(await rows()).toMatchObject([
			{ last_day: "2026-12-01", crew: null },
			{ last_day: "2026-12-02", crew: "B" },
		]);
	});

	test("the same form sent twice gives one row, with the values sent last", async () => {
		const id = randomUUID();
		await send(week, id);
		const corrected = await send({ ...week, lastDay: "2026-12-05" }, id);
		expect((await toastOf(corrected))?.text).toMatch(/^Cambiado: vacaciones del 23\/11\/2026 al 05\/12/);
		const saved = await rows();
		expect(saved).toMatchObject([{ id, last_day: "2026-12-05" }]);
		vi.setSystemTime(Date.now() + 5000);
		await send({ ...week, lastDay: "2026-12-05" }, id);
		expect(await rows()).toEqual(saved);
	});

	test("a form that is delayed on its way does not undo the correction that was sent after it", async () => {
		const id = randomUUID();
		expect((await send({ ...week, note: "segunda", sending: "1000.2" }, id)).status).toBe(303);
		expect((await send({ ...week, note: "primera", sending: "1000.1" }, id)).status).toBe(409);
		expect(await rows()).toMatchObject([{ note: "segunda" }]);
		expect((await send({ ...week, note: "tercera", sending: "1000.3" }, id)).status).toBe(303);
		expect((await send({ ...week, note: "segunda", sending: "1000.2" }, id)).status).toBe(409);
		expect(await rows()).toMatchObject([{ note: "tercera" }]);
	});

	test("the same form sent again after an edit of the days does not undo the edit", async () => {
		const id = await addWeek();
		vi.setSystemTime(Date.now() + 5000);
		expect((await change(id, { ...week, lastDay: "2026-11-27" })).status).toBe(303);
		const again = await send(week, id);
		expect(again.status).toBe(409);
		const { saved, version } = await again.json();
		expect(saved).toMatchObject({ lastDay: "2026-11-27" });
		expect(await rows()).toMatchObject([{ last_day: "2026-11-27" }]);
		expect((await send({ ...week, version }, id)).status).toBe(303);
		expect(await rows()).toMatchObject([{ last_day: "2026-11-29" }]);
	});

	test("by a form reached with the back button changes the saved days, but does not undo a later edit", async () => {
		const id = await addWeek();
		const { form } = (await open(`?day=hoy&idFile=${id}`)).page;
		expect(form).toMatchObject({ isSaved: true, idFile: id, shown: week });
		const { version } = form;
		vi.setSystemTime(Date.now() + 5000);
		expect((await change(id, { ...week, lastDay: "2026-11-27" })).status).toBe(303);
		expect((await send({ ...week, note: "x", version }, id)).status).toBe(409);
		expect(await rows()).toMatchObject([{ last_day: "2026-11-27", note: "" }]);
	});

	test.each([
		["no kind", { kind: "" }, { kind: ["Elegí qué es."] }],
		["an unknown kind", { kind: "huelga" }, { kind: ["Elegí qué es."] }],
		["no date", { firstDay: "" }, { firstDay: ["Este campo no puede estar vacio."] }],
		[
			"no real date",
			{ firstDay: "2026-02-30", lastDay: "" },
			{ firstDay: ["No es una fecha: elegí día, mes y año."] },
		],
		[
			"an end before the start",
			{ lastDay: "2026-11-22" },
			{ lastDay: ["El último día es anterior al primero."] },
		],
		["more than a year", { lastDay: "2027-11-24" }, { lastDay: ["Es más de un año: anotalo en partes."] }],
		[
			"no kind and an end before the start",
			{ kind: "", lastDay: "2026-11-22" },
			{ kind: ["Elegí qué es."], lastDay: ["El último día es anterior al primero."] },
		],
		[
			"no kind for more than a year",
			{ kind: "", lastDay: "2027-11-24" },
			{ kind: ["Elegí qué es."], lastDay: ["Es más de un año: anotalo en partes."] },
		],
		[
			"a change without a crew or a date",
			{ kind: "cambio", firstDay: "" },
			{ firstDay: ["Este campo no puede estar vacio."], crew: ["Elegí con qué escuadra cambiás."] },
		],
		[
			"a change without a crew on a day that does not exist",
			{ kind: "cambio", firstDay: "2026-11-31", lastDay: "" },
			{
				firstDay: ["No es una fecha: elegí día, mes y año."],
				crew: ["Elegí con qué escuadra cambiás."],
			},
		],
		["an old date", { firstDay: "1969-12-31", lastDay: "" }, { firstDay: ["La fecha es demasiado vieja."] }],
		[
			"a far date",
			{ firstDay: "2028-11-01", lastDay: "2028-11-23" },
			{ lastDay: ["La fecha está a más de dos años."] },
		],
		["a change without a crew", { kind: "cambio" }, { crew: ["Elegí con qué escuadra cambiás."] }],
		[
			"a change with the own crew",
			{ kind: "cambio", crew: "A", lastDay: "" },
			{ crew: ["Esa es tu escuadra: elegí con cuál cambiás."] },
		],
		[
			"a crew that the diagram does not have",
			{ kind: "cambio", crew: "E", lastDay: "" },
			{ crew: ["Tu diagrama tiene las escuadras A, B, C, D. Elegí una de ellas."] },
		],
		["a long note", { note: "a".repeat(301) }, { note: ["La nota puede tener hasta 300 letras."] }],
	])("is refused, with the typed values: %s", async (_what, values, errors) => {
		const typed = { ...week, ...values };
		const response = await send(typed);
		expect(response.status).toBe(400);
		const { result } = await response.json();
		expect(result.error).toEqual(errors);
		expect(result.initialValue).toMatchObject(
			Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== "")),
		);
		expect(await rows()).toEqual([]);
	});

	test("refuses another crew's shift if nobody knows the letter of the worker's own crew", async () => {
		const confirm = (anchor_confirmed: 0 | 1) =>
			db.updateTable("diagramas").set({ anchor_confirmed }).where("id", "=", "4turnos_7dias").execute();
		// This user's cycle starts one day after crew A's cycle. No crew's cycle starts then, so the user has no crew.
		user = await makeUser({ diagram: "4turnos_7dias", cycle_start: "2026-12-01" });
		const who = await signedIn(user);
		const swapped = { kind: "cambio", firstDay: "2026-12-02", crew: "C" };
		const response = await send(swapped, randomUUID(), who);
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({
			crew: ["Tu planta todavía no confirmó las letras, así que no sabemos qué turno hace la C."],
		});
		expect(await rows()).toEqual([]);
		onTestFinished(async () => {
			await confirm(0);
		});
		await confirm(1);
		expect((await send(swapped, randomUUID(), who)).status).toBe(303);
	});

	test("refuses a swap to who has a cycle of one's own, because it has no crews", async () => {
		const { id: own_cycle } = ownDiagram("NTFF", { N: ["22:00", "06:00"], T: ["14:00", "22:00"] });
		user = await makeUser({ own_cycle, cycle_start: "2026-12-01" });
		const swapped = { kind: "cambio", firstDay: "2026-12-02", crew: "C" };
		expect(await errorsOf(await send(swapped, randomUUID(), await signedIn(user)))).toEqual({
			crew: ["Tu ciclo es tuyo, sin escuadras: no hay con quién cambiar."],
		});
	});

	test("a shift swap is checked on each of its days, and the message names the first wrong day", async () => {
		// Until 19 November the worker belonged to crew C of a diagram with three crews.
		await db
			.insertInto("rotation_history")
			.values([
				{ ...entryOf(), since: "1900-01-01", diagram: "3turnos", crew: "C" },
				{ ...entryOf(), since: "2026-11-20", diagram: "4turnos_7dias", crew: "A" },
			])
			.execute();
		const sent = (crew: string, firstDay: string, lastDay: string) =>
			send({ kind: "cambio", crew, firstDay, lastDay });
		expect(await errorsOf(await sent("A", "2026-11-18", "2026-11-22"))).toEqual({
			crew: ["El 20/11/2026: esa es tu escuadra: elegí con cuál cambiás."],
		});
		expect(await errorsOf(await sent("D", "2026-11-19", "2026-11-22"))).toEqual({
			crew: ["El 19/11/2026: tu diagrama tiene las escuadras A, B, C. Elegí una de ellas."],
		});
		expect((await sent("D", "2026-11-20", "2026-11-22")).status).toBe(303);
		expect((await sent("B", "2026-11-18", "2026-11-19")).status).toBe(303);
	});

	test("offers the crews of the user's diagrams, and all crews to a user without a diagram", async () => {
		const offered = async (who: { id: string }) => {
			const { page } = await open(`?day=hoy&idFile=${randomUUID()}`, await signedIn(who));
			return page.form.crews.join("");
		};
		expect(await offered(user)).toBe("ABCD");
		expect(await offered(await makeUser({ diagram: "3turnos", crew: "A" }))).toBe("ABC");
		expect(await offered(await makeUser())).toBe("ABCDE");
	});

	test("begins on the day in the address, or today", async () => {
		const shownIn = async (day: string) => (await open(`?day=${day}&idFile=${randomUUID()}`)).page.form.shown;
		expect(await shownIn("2026-12-24")).toEqual({ firstDay: "2026-12-24" });
		for (const day of ["hoy", "2026-02-30", "x"])
			expect(await shownIn(day), day).toEqual({ firstDay: TODAY });
		const key = randomUUID();
		expect((await open(`?day=hoy&idFile=${key}`)).page.form).toMatchObject({ idFile: key, isSaved: false });
		const { status, page } = await open("?day=2026-12-24");
		expect([status, page]).toEqual([302, undefined]);
	});

	test("of exactly one year is possible, and up to two years ahead", async () => {
		expect((await send({ ...week, lastDay: "2027-11-23" })).status).toBe(303);
		expect((await send({ kind: "parada", firstDay: addDays(TODAY, 731) })).status).toBe(303);
	});

	test("over days that are already taken names the existing days", async () => {
		await addWeek();
		for (const [firstDay, lastDay] of [
			["2026-11-20", "2026-11-23"],
			["2026-11-29", "2026-12-03"],
			["2026-11-25", "2026-11-25"],
			["2026-01-01", "2026-12-31"],
		] as const) {
			const response = await send({ kind: "licencia", firstDay, lastDay });
			expect(response.status).toBe(409);
			expect(await errorsOf(response)).toEqual({
				firstDay: ["Ya tenés vacaciones del 23/11/2026 al 29/11/2026. Editá esos días o elegí otros."],
			});
		}
		expect((await send({ kind: "licencia", firstDay: "2026-11-22" })).status).toBe(303);
		expect((await send({ kind: "licencia", firstDay: "2026-11-30" })).status).toBe(303);
	});

	test("without a crew in the profile, a shift swap is refused", async () => {
		await db.updateTable("users").set({ crew: null }).where("id", "=", user.id).execute();
		const response = await send({ kind: "cambio", firstDay: "2026-12-02", crew: "B" });
		expect(await errorsOf(response)).toEqual({
			crew: ["Para anotar un cambio, decí antes en Mi turno cuál es tu turno."],
		});
	});

	test("stops at the maximum number of rows, and so does the undo of a deletion", async () => {
		const deleted = await addWeek();
		await onList({ intent: "delete", idFile: deleted });
		const insert = Array.from({ length: MAX_OWN_DAYS }, (_, index) => {
			const day = addDays("1980-01-01", index);
			const values = { crew: null, note: "", created_at: 1, updated_at: 1, kind: "parada" as const };
			return { user_id: user.id, id: randomUUID(), first_day: day, last_day: day, ...values };
		});
		for (let start = 0; start < insert.length; start += 500)
			await db
				.insertInto("own_days")
				.values(insert.slice(start, start + 500))
				.execute();
		const response = await send(week);
		expect(response.status).toBe(409);
		expect((await errorsOf(response))[""]?.[0]).toMatch(/^Llegaste a 2\.000 días o períodos/);
		expect(await toastOf(await onList({ intent: "undo", idFile: deleted }))).toEqual({
			text: "No se puede deshacer: llegaste a 2.000 días o períodos anotados.",
			kind: "error",
		});
	});
});

describe("the page", () => {
	test("shows my month with my days, and nothing of other users", async () => {
		await addWeek();
		const other = await signedIn(await makeUser({ diagram: "3turnos", crew: "A" }));
		const { page } = await open();
		expect(page).toMatchObject({
			month: "2026-11",
			today: TODAY,
			who: "4 turnos de 7 días, escuadra A. Según un diagrama sin confirmar por la planta.",
		});
		expect(page.calendar.ownDays).toMatchObject([{ kind: "vacaciones", firstDay: "2026-11-23" }]);
		expect(page.form).toBeUndefined();
		expect((await open("", other)).page.calendar.ownDays).toEqual([]);
	});

	test("of who has no diagram shows the own days, and the way to the shifts", async () => {
		user = await makeUser();
		headers = await signedIn(user);
		await addWeek();
		const { page } = await open();
		expect(page.diagram).toBeUndefined();
		expect(page.calendar.ownDays).toHaveLength(1);
	});

	test("opens the form of a day: of its own days, if it has any", async () => {
		const id = await addWeek();
		const { form, month } = (await open("?day=2026-11-25")).page;
		expect(form).toMatchObject({ day: "2026-11-25", idFile: id, isSaved: false, shown: week });
		expect(month).toBe("2026-11");
		const { page } = await open(`?edit=${id}&month=2026-12`);
		expect(page).toMatchObject({ month: "2026-12", form: { day: "2026-11-23", idFile: id } });
		expect(page.asksToDelete).toBe(false);
		expect((await open(`?edit=${id}&intent=delete`)).page.asksToDelete).toBe(true);
	});

	test("of a copy that a phone keeps for any form without signal has none of them", async () => {
		await addWeek();
		const args = argsFor(`${LIST}?day=2026-11-25`, {}, { headers });
		globalThis.relevoRequests?.enterWith({ ...requestContext(), isCopy: true });
		const { form } = await (await responseOf(() => loader(args))).json();
		expect(form.shown).toEqual({ firstDay: "2026-11-25" });
	});

	test("shows the letter of the other crew's shift on a swapped day", async () => {
		const day = "2026-11-25";
		await send({ kind: "cambio", firstDay: day, crew: "C" });
		const mate = await makeUser({ diagram: "4turnos_7dias", crew: "C" });
		const letterIn = async (who: { Cookie: string }) =>
			dayOf((await open("", who)).page.calendar, day).letter;
		expect(await letterIn(headers)).toBe(await letterIn(await signedIn(mate)));
	});

	test("a year counts and lists its own days on the page of the months", async () => {
		for (let month = 1; month <= 12; month++)
			for (const day of ["05", "10", "15", "20", "25"])
				await send({ kind: "parada", firstDay: `2025-${String(month).padStart(2, "0")}-${day}` });
		const { ownDays } = await yearOf("2025");
		const list = renderToStaticMarkup(
			createElement(OwnDaysOfYear, { year: 2025, today: "2026-11-21", ownDays }),
		);
		expect(list.match(/\/auth\/my-days\?edit=/g)).toHaveLength(60);
		expect(list).toContain("60 días");
		expect(list).not.toContain('class="lines"');
		expect(await responseOf(() => loader(argsFor(`${LIST}?year=2025`, {}, { headers })))).toRedirectTo(
			"/my-shift/calendar?year=2025#mis-dias",
		);
	});

	test("the list of a year has the note of own days, with its lines", async () => {
		await send({ kind: "parada", firstDay: "2025-03-05", note: "Horno 2\r\ncon López" });
		const { ownDays } = await yearOf("2025");
		const list = renderToStaticMarkup(
			createElement(OwnDaysOfYear, { year: 2025, today: "2026-11-21", ownDays }),
		);
		expect(list).toContain('<small class="lines"><bdi>Horno 2\ncon López</bdi></small>');
	});

	test.each(["?month=2026-13", "?month=ayer", "?month=2032-01", "?month=1969-12", "?edit=otro"])(
		"%s is not found",
		async (search) => {
			expect((await open(search)).status).toBe(404);
		},
	);

	test("shows each month in which a form accepts days, and those after it", async () => {
		for (const month of ["1970-01", "2019-12", "2028-11", "2031-12"])
			expect((await open(`?month=${month}`)).status, month).toBe(200);
	});

	test("says that days are stored already only beside stored ones, and not above a refused form", async () => {
		const idFile = randomUUID();
		const says = async (search: string, more = {}) => {
			const props = { ...(await open(search)).page, ...more };
			return (await htmlOf(createElement(MyDays, props))).includes("Esto ya está guardado");
		};
		expect(await says(`?day=2026-11-25&idFile=${idFile}`)).toBe(false);
		await send({ kind: "parada", firstDay: "2026-11-25" }, idFile);
		expect(await says(`?day=2026-11-25&idFile=${idFile}`)).toBe(true);
		expect(await says(`?day=2026-11-25&idFile=${idFile}`, { refused: {} })).toBe(false);
	});

	test("lists the own days of its month, also those that begin before it or end after it, and no others", async () => {
		await send({ kind: "parada", firstDay: "2026-10-31" });
		await send({ kind: "vacaciones", firstDay: "2026-11-30", lastDay: "2026-12-01" });
		const listed = async (month: string) => {
			const html = await htmlOf(createElement(MyDays, (await open(`?month=${month}`)).page));
			return Array.from(html.matchAll(/Parada|Vacaciones/g), ([kind]) => kind);
		};
		expect(await listed("2026-10")).toEqual(["Parada"]);
		expect(await listed("2026-11")).toEqual(["Vacaciones"]);
		expect(await listed("2026-12")).toEqual(["Vacaciones"]);
		expect(await listed("2027-01")).toEqual([]);
	});

	test("leads to all days of a year only where that page exists", async () => {
		for (const [month, status] of [
			["2019-12", 404],
			["2020-01", 200],
			["2031-12", 200],
		] as const) {
			const html = await htmlOf(createElement(MyDays, (await open(`?month=${month}`)).page));
			const path = `/my-shift/calendar?year=${month.slice(0, 4)}`;
			expect(html.includes(`href="${path}#mis-dias"`), month).toBe(status === 200);
			const year = await responseOf(() => monthsPage(argsFor(path, {}, { headers })));
			expect(year.status, path).toBe(status);
		}
	});

	test("offers a day only the forms that accept it", async () => {
		const { page } = await open();
		const offered = async (day: string) => {
			const form = { day, idFile: "", shown: {}, isSaved: false };
			const html = await htmlOf(createElement(ChosenDay, { ...page, form }));
			return [html.includes("work-overtime"), html.includes("<form")];
		};
		for (const date of [
			"1969-12-31",
			"1970-01-01",
			TODAY,
			"2027-11-23",
			"2027-11-24",
			"2028-11-22",
			"2028-11-23",
		])
			expect([date, ...(await offered(date))]).toEqual([
				date,
				extraSchemaOn(TODAY).safeParse({ date, hour: "8", shift: "M" }).success,
				ownDaySchemaOn(TODAY).safeParse({ firstDay: date, kind: "licencia" }).success,
			]);
	});
});

describe("changing", () => {
	test("saves the typed values, and refuses to overwrite a change made in another tab", async () => {
		const id = await addWeek();
		const loaded = (await open(`?edit=${id}`)).page.form;
		expect(loaded.shown).toEqual({ ...week, crew: null, bankHours: null, note: null });
		const { version } = loaded;
		expect((await change(id, { ...week, lastDay: "2026-11-27", version })).status).toBe(303);
		const stale = await change(id, { ...week, note: "x", version });
		expect(stale.status).toBe(409);
		expect(await stale.json()).toMatchObject({ saved: { lastDay: "2026-11-27" } });
		expect(await rows()).toMatchObject([{ last_day: "2026-11-27", note: "" }]);
	});

	test("to another kind stores what this has, and nothing of the former", async () => {
		const id = await addWeek();
		for (const [typed, stored] of [
			[
				{ kind: "cambio", crew: "B" },
				{ kind: "cambio", crew: "B", bank_minutes: null },
			],
			[
				{ kind: "banco", bankHours: "8" },
				{ kind: "banco", crew: null, bank_minutes: 480 },
			],
			[{ kind: "licencia" }, { kind: "licencia", crew: null, bank_minutes: null }],
		] as const) {
			expect((await change(id, { firstDay: "2026-12-02", ...typed })).status).toBe(303);
			expect(await rows()).toMatchObject([stored]);
		}
	});

	test("shows one day without a last one, and its note", async () => {
		const id = randomUUID();
		const day = { kind: "licencia", firstDay: "2026-11-25", note: "Mar" };
		await send(day, id);
		expect((await open(`?edit=${id}`)).page.form.shown).toEqual({
			...day,
			lastDay: null,
			crew: null,
			bankHours: null,
		});
	});

	test("with a form that knows no version overwrites any change", async () => {
		const id = await addWeek();
		for (const [minutes, note] of [
			[1, "uno"],
			[2, "dos"],
		] as const) {
			vi.setSystemTime(new Date(`${TODAY}T13:0${minutes}:00Z`));
			expect((await change(id, { ...week, note })).status).toBe(303);
			expect(await rows()).toMatchObject([{ note }]);
		}
	});

	test("may move the days to overlapping dates, but not onto other own days", async () => {
		const id = await addWeek();
		await send({ kind: "licencia", firstDay: "2026-12-05" });
		expect((await change(id, { ...week, firstDay: "2026-11-27", lastDay: "2026-12-04" })).status).toBe(303);
		expect((await change(id, { ...week, lastDay: "2026-12-05" })).status).toBe(409);
	});

	test("changes no other user's days with the same id", async () => {
		const id = await addWeek();
		const other = await signedIn(await makeUser());
		expect((await send(week, id, other)).status).toBe(303);
		expect((await change(id, { kind: "parada", firstDay: "2026-11-23" }, other)).status).toBe(303);
		expect(await rows()).toMatchObject([{ kind: "vacaciones", last_day: "2026-11-29" }]);
	});

	test("stores nothing when the days are deleted before it is done", async () => {
		const values = { ...week, kind: "vacaciones", crew: null, note: "" } as const;
		const saved = await saveOwnDay({ userId: user.id, id: randomUUID() }, values, { isEdit: true });
		expect(saved).toEqual({ status: "gone" });
		expect(await rows()).toEqual([]);
	});

	test("another user's days respond like missing ones", async () => {
		const id = await addWeek();
		const other = await signedIn(await makeUser());
		expect((await change(id, week, other)).status).toBe(404);
		expect((await change(id, { intent: "delete" }, other)).status).toBe(404);
		expect((await open(`?edit=${id}`, other)).status).toBe(404);
		expect(await onList({ intent: "delete", idFile: id }, other)).toRedirectTo(LIST);
		expect(await rows()).toHaveLength(1);
	});
});

describe("deleting", () => {
	test("removes the days from calendar, counts and list, and can be undone for one minute", async () => {
		const id = await addWeek();
		const response = await onList({ intent: "delete", idFile: id, redirectTo: `${LIST}?year=2026` });
		expect(response).toRedirectTo(`${LIST}?year=2026`);
		expect(await toastOf(response)).toMatchObject({ text: "Eliminado de tus días", undo: { idFile: id } });
		expect((await open()).page.calendar.ownDays).toEqual([]);
		await onList({ intent: "undo", idFile: id });
		expect((await open()).page.calendar.ownDays).toMatchObject([{ kind: "vacaciones" }]);
		await onList({ intent: "delete", idFile: id });
		await eraseDeletedRecords(Date.now() + 60_000);
		const late = await onList({ intent: "undo", idFile: id });
		expect((await toastOf(late))?.text).toBe("Ya no se puede deshacer: pasó más de un minuto.");
		expect(await rows()).toEqual([]);
	});

	test("cannot be undone once other own days have these dates", async () => {
		const id = await addWeek();
		await onList({ intent: "delete", idFile: id });
		await send({ kind: "licencia", firstDay: "2026-11-25" });
		const response = await onList({ intent: "undo", idFile: id });
		expect((await toastOf(response))?.text).toMatch(/^No se puede deshacer: alguno de esos días/);
		expect(await rows()).toMatchObject([{ kind: "licencia" }]);
	});
});

describe("the time of the last change of a day", () => {
	const changes = async () => [...(await listDayChanges(user.id, "2026-11-01", "2026-12-31"))];

	test("is stored for each day that an addition, change or deletion affects, and for no other day", async () => {
		expect(await changes()).toEqual([]);
		const id = await addWeek();
		const added = Date.now();
		expect((await changes()).map(([date]) => date)).toEqual(
			Array.from({ length: 7 }, (_, ahead) => addDays("2026-11-23", ahead)),
		);
		vi.setSystemTime(added + 5000);
		await change(id, { ...week, firstDay: "2026-11-28", lastDay: "2026-11-30" });
		expect(await changes()).toEqual(
			Array.from({ length: 8 }, (_, ahead) => [addDays("2026-11-23", ahead), added + 5000]),
		);
		vi.setSystemTime(added + 9000);
		await onList({ intent: "delete", idFile: id });
		const later = (await changes()).filter(([, at]) => at === added + 9000);
		expect(later.map(([date]) => date)).toEqual(["2026-11-28", "2026-11-29", "2026-11-30"]);
	});
});

describe("«Mi turno» and home of a user on vacation", () => {
	test("do not say that the user works", async () => {
		await send({ kind: "vacaciones", firstDay: TODAY, lastDay: "2026-12-05", note: "Mar del Plata" });
		const shift = await responseOf(() => myShift(argsFor("/my-shift", {}, { headers })));
		expect((await shift.json()).answers).toMatchObject({
			today: { letter: "F", ownDay: { kind: "vacaciones", note: "Mar del Plata" } },
			tomorrow: { letter: "F" },
		});
		const start = await responseOf(() => home(argsFor("/home?inicio=1", {}, { headers })));
		expect((await start.json()).mine.answers.today).toMatchObject({ ownDay: { kind: "vacaciones" } });
	});
});

test("the days to come begin without the end of a night on which the worker was on leave", async () => {
	const rotation = rotationOf(seededDiagram("4turnos_7dias"), "A");
	let lastNight = TODAY;
	while (letterOn(rotation, lastNight) !== "N" || letterOn(rotation, addDays(lastNight, 1)) !== "F")
		lastNight = addDays(lastNight, 1);
	vi.setSystemTime(new Date(`${addDays(lastNight, 2)}T13:00:00Z`));
	const firstDay = async () => {
		const response = await responseOf(() => daysToCome(argsFor("/my-shift/days", {}, { headers })));
		return (await response.json()).days[0];
	};
	const date = addDays(lastNight, 1);
	expect(await firstDay()).toMatchObject({ date, details: ["A las 06 salís del turno noche."] });
	await send({ kind: "licencia", firstDay: lastNight });
	expect(await firstDay()).toMatchObject({ date, details: [] });
});

describe("the own days of an account", () => {
	test("are in the export with the history of crews, except deleted ones", async () => {
		await addWeek();
		const entry = { ...entryOf(), diagram: "4turnos_7dias" };
		const first = { ...entry, since: "1900-01-01", crew: "C" };
		const later = { ...entry, since: TODAY, crew: "A", changed_at: Date.now() };
		await db.insertInto("rotation_history").values([first, later]).execute();
		const gone = randomUUID();
		await send({ kind: "suspension", firstDay: "2026-12-24" }, gone);
		await onList({ intent: "delete", idFile: gone });
		const response = await responseOf(() => exportData(argsFor("/auth/export", {}, { headers })));
		const files = unzip(Buffer.from(await response.arrayBuffer()));
		const { ownDays, rotationHistory } = JSON.parse(String(files.get("dias.json")));
		expect(rotationHistory).toMatchObject([
			{ since: "1900-01-01", crew: "C", changedAt: null },
			{ since: TODAY, crew: "A", changedAt: `${TODAY}T13:00:00.000Z` },
		]);
		expect(ownDays).toMatchObject([{ kind: "vacaciones", firstDay: "2026-11-23", lastDay: "2026-11-29" }]);
		expect(String(files.get("dias.csv"))).toContain("vacaciones;2026-11-23;2026-11-29;;;;2026-");
	});

	test("are deleted with the account, and with a profile that a stranger may have written", async () => {
		await addWeek();
		const tables = ["own_days", "deleted_records", "changed_days"] as const;
		const count = async () =>
			(
				await Promise.all(
					tables.map((table) => db.selectFrom(table).selectAll().where("user_id", "=", user.id).execute()),
				)
			).flat().length;
		expect(await count()).toBe(8);
		await db.updateTable("users").set({ email_verified_at: null }).where("id", "=", user.id).execute();
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect(await count()).toBe(0);
		await addWeek();
		await db.deleteFrom("users").where("id", "=", user.id).execute();
		expect(await count()).toBe(0);
	});
});
