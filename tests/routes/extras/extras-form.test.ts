import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { db, sqlite } from "~/lib/database/db.server";
import { deleteRecord, restoreRecord, TOO_LATE } from "~/lib/records/deleted-records.server";
import { DELETED } from "~/lib/records/save-record-form.server";
import { addDays } from "~/lib/time/civil-date";
import EditPage, { action as edit, loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { action as list } from "~/routes/auth.work-overtime";
import { action as add, loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { extraFields, insertExtras, paidAt } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { todayIn } from "../../support/texts/today";
import { toastOf } from "../../support/toasts";

const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;
const HOURS = "Cantidad de horas no permitida. Hasta 16 horas. De a cuartos: 4,25 o 4,5.";
const EMPTY = "Este campo no puede estar vacio.";
const today = () => todayIn("America/Argentina/Buenos_Aires");

let headers: { Cookie: string };
beforeAll(async () => {
	headers = await signedIn(await makeUser());
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
	await db.deleteFrom("deleted_records").execute();
});

const send = (fields: Record<string, string>, who = headers) =>
	responseOf(() => add(argsFor(ADD, {}, formOf(fields, who))));
/** Sends the form and, if the server asks about an overlap or the like, sends it again with the answer. */
async function sendAnyway(fields: Record<string, string>, who = headers) {
	const first = await send(fields, who);
	return first.status === 200 ? send({ ...fields, asked: await askedOf(first) }, who) : first;
}
async function askedOf(response: Response): Promise<string> {
	const { isQuestion, answer } = await response.json();
	expect(isQuestion).toBe(true);
	return answer.asked;
}
const questionsOf = async (response: Response) => evened(await response.json()).answer.questions;
const change = (idFile: string, fields: Record<string, string>, query = "") => {
	const path = `/auth/edit-work-overtime/${idFile}${query}`;
	return responseOf(() => edit(argsFor(path, { idFile }, formOf(fields, headers))));
};
const onList = (fields: Record<string, string>) =>
	responseOf(() => list(argsFor("/auth/work-overtime", {}, formOf(fields, headers))));
const shown = async (idFile: string) =>
	editPage(argsFor(`/auth/edit-work-overtime/${idFile}`, { idFile }, { headers }));
const rows = () => db.selectFrom("extras").selectAll().orderBy("created_at").execute();

/** Posts the form for a new entry. @returns the saved row */
async function saved(values: Record<string, string> = {}) {
	const fields = extraFields(values);
	const answer = await sendAnyway(fields);
	expect(answer.status, await answer.clone().text()).toBe(303);
	expect(answer.headers.get("Location")).toContain(`${LIST}?open=${fields.idFile}`);
	return db
		.selectFrom("extras")
		.selectAll()
		.where("id_file", "=", fields.idFile ?? "")
		.executeTakeFirstOrThrow();
}

/**
 * Expects that the server saves nothing and returns the typed values.
 * @returns the errors by field
 */
async function refused(values: Record<string, string>): Promise<Record<string, string[]>> {
	const fields = extraFields(values);
	const answer = await send(fields);
	expect(answer.status).toBe(400);
	const { result, idFile } = await answer.json();
	const { idFile: key, ...typed } = fields;
	expect(idFile).toBe(key);
	expect(result.initialValue).toEqual(
		Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== "")),
	);
	expect(await rows()).toEqual([]);
	return result.error;
}

describe("the hours", () => {
	test.each([
		["8", 480],
		["4,5", 270],
		["4.5", 270],
		["0,25", 15],
		["0.75", 45],
		["7,50", 450],
		["16", 960],
		[" 12 ", 720],
		["08", 480],
	])("'%s' is %i minutes", async (hour, minutes) => {
		expect((await saved({ hour })).minutes).toBe(minutes);
	});

	test.each([
		"0",
		"-0",
		"-4",
		"+4",
		"16,25",
		"16.01",
		"17",
		"100",
		"4,3",
		"4,10",
		"1/2",
		"4h",
		"NaN",
		"Infinity",
		"1e1",
		"1e309",
		"0x10",
		"0b1",
		"８",
		"４,５",
		"٤",
		"4,,5",
		"4.5.0",
		"4 5",
		",5",
		"8,",
		"ocho",
		"null",
		"😀",
	])("'%s' is not allowed", async (hour) => {
		expect(await refused({ hour })).toEqual({ hour: [HOURS] });
	});

	test.each(["", " "])("'%s' counts as missing", async (hour) => {
		expect(Object.keys(await refused({ hour }))).toEqual(["hour"]);
	});
});

describe("the date", () => {
	test("is any day from 1970 to a year and a day ahead, stored as typed", async () => {
		for (const date of ["1970-01-01", "2024-02-29", today(), addDays(today(), 365)]) {
			expect((await saved({ date })).date).toBe(date);
		}
	});

	test.each([
		"2026-02-30",
		"2025-02-29",
		"0000-01-01",
		"0001-01-01",
		"2026-00-10",
		"2026-13-01",
		"2026-1-1",
		"20/11/2026",
		"20261120",
		"2026-11-20T00:00",
		"２０２６-11-20",
		"-2026-11-20",
		"hoy",
		"1e309",
		"NaN",
		"0",
	])("'%s' is not accepted", async (date) => {
		expect((await refused({ date })).date?.[0]).toBe("No es una fecha: elegí día, mes y año.");
	});

	test("is refused when it is too old or too far ahead", async () => {
		expect((await refused({ date: "1969-12-31" })).date).toEqual(["La fecha es demasiado vieja."]);
		expect((await refused({ date: "2199-12-31" })).date).toEqual(["La fecha está a más de un año."]);
		expect((await refused({ date: addDays(today(), 367) })).date).toEqual(["La fecha está a más de un año."]);
	});
});

describe("the shift", () => {
	test.each([
		["m", "M"],
		["N", "N"],
		[" t ", "T"],
		["ñ", "Ñ"],
		["Ñ", "Ñ"],
		["n\u0303", "Ñ"],
		["N\u0303", "Ñ"],
		["z", "Z"],
	])("'%s' is %s", async (shift, kept) => {
		expect((await saved({ shift })).shift).toBe(kept);
	});

	test.each(["MN", "1", "á", "É", "ß", "Ｎ", "Ж", "😀", "👷🏽‍♀️", "-", "<", "N\u0301", "noche"])(
		"'%s' is not one letter",
		async (shift) => {
			expect(await refused({ shift })).toEqual({ shift: ["El turno es una sola letra."] });
		},
	);
});

describe("an empty field", () => {
	test("gets the message of the specification beside it", async () => {
		expect(await refused({ hour: "", date: "", shift: "" })).toEqual({
			hour: [EMPTY],
			date: [EMPTY],
			shift: [EMPTY],
		});
		const answer = await send({ idFile: randomUUID() });
		expect(await errorsOf(answer)).toEqual({ hour: [EMPTY], date: [EMPTY], shift: [EMPTY] });
	});

	test("is also one whose text shows nothing", async () => {
		const answer = await send(extraFields({ shift: "\0" }));
		expect(answer.status).toBe(400);
		expect(await errorsOf(answer)).toEqual({ shift: [EMPTY] });
		expect(await rows()).toEqual([]);
	});

	test("is allowed for the comment, the start and the compensation", async () => {
		const optional = { comment: "", startTime: "", compensation: "", hours50: "", hours100: "" };
		const stored = await saved(optional);
		expect((await shown(stored.id_file)).shown).toMatchObject({ comment: null, startTime: null });
		expect(stored).toMatchObject({
			comment: null,
			start_minute: null,
			compensation: "pago",
			minutes_night: null,
		});
		expect(await saved({ comment: "   " })).toMatchObject({ comment: null });
	});

	test.each([undefined, "", "1", "x".repeat(36), "../../etc/passwd", randomUUID().toUpperCase()])(
		"a form whose key is '%s' is refused",
		async (idFile) => {
			const { idFile: _key, ...fields } = extraFields();
			const answer = await send(idFile === undefined ? fields : { ...fields, idFile });
			expect(answer.status).toBe(400);
			expect((await answer.json()).message).toMatch(/^No pudimos leer el formulario\./);
			expect(await rows()).toEqual([]);
		},
	);
});

describe("the optional fields", () => {
	test("a start time is a time of day", async () => {
		const midnight = await saved({ startTime: "00:00" });
		expect(midnight).toMatchObject({ start_minute: 0, minutes_night: 360 });
		expect((await shown(midnight.id_file)).shown.startTime).toBe("00:00");
		expect(await saved({ startTime: "23:59" })).toMatchObject({ start_minute: 1439 });
		for (const startTime of [
			"24:00",
			"9:00",
			"22:60",
			"22",
			"22.00",
			"２２:00",
			"22:00:00",
			"-1:00",
			"ahora",
		]) {
			expect(await refusedBeside({ startTime })).toEqual({
				startTime: ["Escribí la hora como 22:00, o dejala vacía."],
			});
		}
	});

	test("the compensation is one of three", async () => {
		for (const compensation of ["pago", "franco", "banco"]) {
			expect(await saved({ compensation })).toMatchObject({ compensation });
		}
		for (const compensation of ["Pago", "nada", "1", "__proto__"]) {
			expect(await refusedBeside({ compensation })).toEqual({
				compensation: ["Elegí una opción de la lista."],
			});
		}
	});

	test("a comment keeps its lines and has at most 500 letters", async () => {
		expect(await saved({ comment: "  Parada\r\nde horno  " })).toMatchObject({ comment: "Parada\nde horno" });
		expect(await saved({ comment: "ñ".repeat(500) })).toMatchObject({ comment: "ñ".repeat(500) });
		for (const length of [501, 5001, 9000]) {
			expect(await refusedBeside({ comment: "ñ".repeat(length) })).toEqual({
				comment: ["El comentario puede tener hasta 500 letras."],
			});
		}
	});

	/**
	 * Expects that the server refuses the form. First empties the table of extras (overtime entries), because `refused`
	 * also expects that the table is empty.
	 */
	async function refusedBeside(values: Record<string, string>) {
		await db.deleteFrom("extras").execute();
		return refused(values);
	}
});

describe("the split into 50 and 100", () => {
	test("is computed by the legal rule, and stored in its columns", async () => {
		// The extra is on a Saturday, from 6:00 to 14:00.
		expect(await saved({ date: "2026-11-14", startTime: "06:00" })).toMatchObject({
			...paidAt(420, 60),
			minutes_night: 0,
			is_own_split: 0,
		});
		expect(await saved({ date: "2026-11-14" })).toMatchObject({
			...paidAt(0, 0, 480),
			minutes_night: null,
		});
		// The extra lasts from 22:00 on the day before a holiday to 6:00 on the holiday.
		expect(await saved({ date: "2026-12-07", startTime: "22:00" })).toMatchObject({
			...paidAt(120, 360),
			minutes_night: 480,
		});
	});

	test("is the worker's when it is typed; the remaining hours are unclassified", async () => {
		expect(await saved({ hours50: "2", hours100: "6" })).toMatchObject({
			...paidAt(120, 360),
			is_own_split: 1,
		});
		expect(await saved({ hours100: "4,5" })).toMatchObject({
			...paidAt(0, 270, 210),
		});
		expect(await saved({ hours50: "4,5" })).toMatchObject({
			...paidAt(270, 0, 210),
		});
		expect(await saved({ hours50: "0", hours100: "0" })).toMatchObject({
			...paidAt(0, 0, 480),
			is_own_split: 1,
		});
	});

	test("equal to that of the rule counts as computed", async () => {
		expect(await saved({ hours50: "8", hours100: "0" })).toMatchObject({ is_own_split: 0 });
	});

	test("survives an edit, is shown in the form, and is dropped when its fields are emptied", async () => {
		const { id_file } = await saved({ hours50: "2", hours100: "6" });
		const { shown: form } = await shown(id_file);
		expect(form).toMatchObject({ hours50: "2", hours100: "6" });
		const again = { hour: "8", date: "2026-11-20", shift: "N", hours50: "2", hours100: "6", comment: "otro" };
		expect((await change(id_file, again)).status).toBe(303);
		expect(await rows()).toMatchObject([{ ...paidAt(120, 360), is_own_split: 1, comment: "otro" }]);
		expect((await change(id_file, { ...again, hours50: "", hours100: "" })).status).toBe(303);
		expect(await rows()).toMatchObject([{ ...paidAt(480), is_own_split: 0 }]);
		expect((await shown(id_file)).shown).toMatchObject({ hours50: null, hours100: null });
	});

	test("is refused when it exceeds the extra or is malformed", async () => {
		expect(await refused({ hours50: "5", hours100: "3,25" })).toEqual({
			hours50: ["Las del 50 y las del 100 juntas pasan las 8 horas."],
		});
		expect(await refused({ hour: "1", hours50: "1", hours100: "0,25" })).toEqual({
			hours50: ["Las del 50 y las del 100 juntas pasan la hora."],
		});
		expect(await refused({ shift: "", hours50: "5", hours100: "3,25" })).toEqual({
			shift: ["Este campo no puede estar vacio."],
			hours50: ["Las del 50 y las del 100 juntas pasan las 8 horas."],
		});
		expect(await refused({ hours50: "-1", hours100: "1e309" })).toEqual({
			hours50: [HOURS],
			hours100: [HOURS],
		});
	});

	test("follows the date and the hours of an edit", async () => {
		const { id_file } = await saved({ startTime: "22:00" });
		const sunday = { hour: "4,5", date: "2026-11-22", shift: "D", startTime: "08:00" };
		expect((await change(id_file, sunday)).status).toBe(303);
		expect(await rows()).toMatchObject([
			{
				id_file,
				date: "2026-11-22",
				minutes: 270,
				...paidAt(0, 270),
				minutes_night: 0,
				shift: "D",
			},
		]);
	});
});

describe("an empty start time", () => {
	let worker: { id: string };
	let own: { Cookie: string };
	beforeEach(async () => {
		worker = await makeUser({ diagram: "3turnos", crew: "A" });
		own = await signedIn(worker);
	});
	const useDiagram = (diagram: string | null) =>
		db.updateTable("users").set({ diagram }).where("id", "=", worker.id).execute();
	async function savedBy(values: Record<string, string>) {
		const fields = extraFields(values);
		const answer = await sendAnyway(fields, own);
		expect(answer.status, await answer.clone().text()).toBe(303);
		return find(fields.idFile ?? "");
	}
	async function changed(idFile: string, fields: Record<string, string>) {
		const post = (more = {}) => {
			const form = formOf({ ...fields, ...more }, own);
			return responseOf(() => edit(argsFor(`/auth/edit-work-overtime/${idFile}`, { idFile }, form)));
		};
		const first = await post();
		const answer = first.status === 200 ? await post({ asked: await askedOf(first) }) : first;
		expect(answer.status).toBe(303);
		return find(idFile);
	}
	const find = (idFile: string) =>
		db.selectFrom("extras").selectAll().where("id_file", "=", idFile).executeTakeFirstOrThrow();
	const shownTo = async (idFile: string) =>
		editPage(argsFor(`/auth/edit-work-overtime/${idFile}`, { idFile }, { headers: own }));

	const SUNDAY = { date: "2026-11-15", shift: "N" };
	const proposed = { start_minute: 1320, is_start_proposed: 1, minutes_night: 480 };

	test("is filled in from the shift in the person's diagram, marked as proposed", async () => {
		expect(await savedBy(SUNDAY)).toMatchObject({ ...proposed, ...paidAt(360, 120) });
		await useDiagram("12horas_general");
		expect(await savedBy(SUNDAY)).toMatchObject({
			start_minute: 18 * 60,
			is_start_proposed: 1,
			...paidAt(120, 360),
		});
		// The diagram has no afternoon shift.
		expect(await savedBy({ date: "2026-11-14", shift: "T" })).toMatchObject({
			start_minute: null,
			is_start_proposed: 0,
			...paidAt(0, 0, 480),
		});
	});

	test("is filled in from a crew's shift too, when the anchor is confirmed", async () => {
		// Crew A works the afternoon shift in the week from Monday 2024-01-08.
		const afternoonOfA = { date: "2024-01-09", shift: "A" };
		expect(await savedBy(afternoonOfA)).toMatchObject({ start_minute: null, is_start_proposed: 0 });
		const confirm = (anchor_confirmed: 0 | 1) =>
			db.updateTable("diagramas").set({ anchor_confirmed }).where("id", "=", "3turnos").execute();
		await confirm(1);
		expect(await savedBy(afternoonOfA)).toMatchObject({ start_minute: 14 * 60, is_start_proposed: 1 });
		// This date is a day off of crew A.
		expect(await savedBy({ date: "2024-01-07", shift: "A" })).toMatchObject({ start_minute: null });
		await confirm(0);
	});

	test("stays empty without a diagram, and an extra that depends on the hour is unclassified", async () => {
		await useDiagram(null);
		const unknown = { start_minute: null, is_start_proposed: 0, minutes_night: null, needs_review: 0 };
		expect(await savedBy(SUNDAY)).toMatchObject({ ...unknown, ...paidAt(0, 0, 480) });
		expect(await savedBy({ ...SUNDAY, shift: "M" })).toMatchObject({ ...unknown, ...paidAt(0, 480) });
	});

	test.each([0, 1] as const)(
		"its page asks for it if the extra is to be reviewed: %i",
		async (needs_review) => {
			const { id_file } = await savedBy(SUNDAY);
			await db.updateTable("extras").set({ needs_review }).where("id_file", "=", id_file).execute();
			const data = await shownTo(id_file);
			const html = await htmlOf(createElement(EditPage), `/auth/edit-work-overtime/${id_file}`, data);
			expect(html.includes("Para revisar: el 50 y el 100 dependen")).toBe(needs_review === 1);
		},
	);

	test("is proposed again after a typed one is deleted; a typed one is kept", async () => {
		const { id_file } = await savedBy({ ...SUNDAY, startTime: "22:00" });
		expect(await find(id_file)).toMatchObject({ start_minute: 1320, is_start_proposed: 0 });
		expect(await changed(id_file, { ...SUNDAY, hour: "8", startTime: "" })).toMatchObject(proposed);
		expect(await changed(id_file, { ...SUNDAY, hour: "8", startTime: "21:30" })).toMatchObject({
			start_minute: 1290,
			is_start_proposed: 0,
		});
	});

	test("keeps its proposal when the diagram changes, unless the date or the shift changes", async () => {
		const { id_file } = await savedBy(SUNDAY);
		await useDiagram("12horas_general");
		const comment = { ...SUNDAY, hour: "8", comment: "queda" };
		expect(await changed(id_file, comment)).toMatchObject({ ...proposed, comment: "queda" });
		await useDiagram(null);
		expect(await changed(id_file, comment)).toMatchObject(proposed);
		await useDiagram("12horas_general");
		const moved = { ...comment, date: "2026-11-16" };
		expect(await changed(id_file, moved)).toMatchObject({ start_minute: 18 * 60, is_start_proposed: 1 });
	});

	test("is explained under the field, and the field stays empty", async () => {
		const hint = "Con ella separamos el 50, el 100 y la noche.";
		const hintOfNew = async () =>
			(await addPage(argsFor(`${ADD}?idFile=${randomUUID()}`, {}, { headers: own }))).startHint;
		expect(await hintOfNew()).toBe(
			`${hint} Vacía, tomamos la del turno según tu diagrama: M 06 a 14, T 14 a 22, N 22 a 06.`,
		);
		const { id_file } = await savedBy(SUNDAY);
		expect(await shownTo(id_file)).toMatchObject({
			shown: { startTime: null },
			startHint: `${hint} Vacía, sigue la de 22:00, según tu diagrama.`,
		});
		await useDiagram(null);
		expect(await hintOfNew()).toBe(hint);
	});

	test("lets a form sent twice make one extra, even when the diagram changes in between", async () => {
		const fields = extraFields(SUNDAY);
		const post = () => send(fields, own);
		expect((await post()).status).toBe(303);
		await useDiagram("12horas_general");
		expect((await post()).status).toBe(303);
		expect(await rows()).toMatchObject([proposed]);
	});
});

describe("an edited extra", () => {
	test("is shown as stored, with the time of its change", async () => {
		const typed = {
			hour: "4,5",
			date: "2026-11-19",
			shift: "ñ",
			comment: "Uno\r\ndos",
			startTime: "06:30",
			compensation: "banco",
		};
		const { id_file, edited_at, created_at } = await saved(typed);
		expect(edited_at).toBeNull();
		expect((await shown(id_file)).shown).toEqual({
			...typed,
			shift: "Ñ",
			comment: "Uno\ndos",
			hours50: null,
			hours100: null,
		});
		const before = Date.now();
		const answer = await change(id_file, { ...typed, hour: "5" });
		expect(answer).toRedirectTo(`${LIST}?open=${id_file}#fila-1`);
		const [row] = await rows();
		expect(row?.edited_at).toBeGreaterThanOrEqual(before);
		expect(row).toMatchObject({ created_at, minutes: 300 });
	});

	test("shows the typed values again when one is invalid, and is not changed", async () => {
		const { id_file } = await saved();
		const before = await rows();
		const typed = { hour: "17", date: "2026-02-30", shift: "NN", comment: "<b>" };
		const answer = await change(id_file, typed);
		expect(answer.status).toBe(400);
		const { result } = await answer.json();
		expect(result.initialValue).toEqual(typed);
		expect(Object.keys(result.error)).toEqual(["date", "shift", "hour"]);
		expect(await rows()).toEqual(before);
	});

	// An error page would lose what was typed.
	test("that was deleted meanwhile is sent again to the form of a new one, which asks before it adds it", async () => {
		const { id_file } = await saved();
		expect((await change(id_file, { intent: "delete" })).status).toBe(303);
		const moved = await change(id_file, extraFields({ version: "abc" }));
		expect([moved.status, moved.headers.get("Location")]).toEqual([307, `${ADD}?idFile=${id_file}`]);
		const from = "?redirectTo=%2Fauth%2Fwork-overtime%3Fshift%3DN";
		const filtered = await change(id_file, extraFields({ version: "abc" }), from);
		expect(filtered.headers.get("Location")).toBe(`${ADD}?idFile=${id_file}${from.replace("?", "&")}`);
		const refused = await send(extraFields({ idFile: id_file, version: "abc" }));
		expect([refused.status, (await refused.json()).version]).toEqual([409, ""]);
		expect(await rows()).toEqual([]);
	});
});

describe("an extra about which there is something to ask", () => {
	test("is asked once, with nothing saved and the typed values kept; the answer saves it", async () => {
		await send(extraFields({ shift: "n" }));
		const fields = extraFields({ hour: "2", comment: "queda" });
		const asked = await send(fields);
		expect(asked.status).toBe(200);
		const { result, answer, isQuestion } = evened(await asked.json());
		expect(isQuestion).toBe(true);
		expect(answer.questions).toEqual(["Ya anotaste otra del viernes 20, turno N: 8 h."]);
		expect(result).toEqual({ initialValue: { hour: "2", date: "2026-11-20", shift: "N", comment: "queda" } });
		expect(await rows()).toHaveLength(1);
		expect((await send({ ...fields, asked: answer.asked })).status).toBe(303);
		expect(await rows()).toHaveLength(2);
		// The answer holds for that question only.
		const other = extraFields({ hour: "4", asked: answer.asked });
		expect(await questionsOf(await send(other))).toHaveLength(1);
		expect(await rows()).toHaveLength(2);
	});

	test("is asked again when an edit changes its times, not its comment", async () => {
		const { id_file } = await saved();
		await saved({ hour: "2" });
		const edited = { hour: "8", date: "2026-11-20", shift: "N", comment: "otro" };
		expect((await change(id_file, edited)).status).toBe(303);
		expect((await change(id_file, { ...edited, hour: "4" })).status).toBe(200);
		expect((await change(id_file, { ...edited, date: "2026-11-19" })).status).toBe(303);
	});

	test("does not count another user's extras, nor the extra itself", async () => {
		await send(extraFields(), await signedIn(await makeUser()));
		const fields = extraFields();
		expect((await send(fields)).status).toBe(303);
		expect((await send(fields)).status).toBe(303);
		expect((await change(fields.idFile ?? "", fields)).status).toBe(303);
	});
});

describe("an extra of a worker with mornings", () => {
	let own: { Cookie: string };
	beforeEach(async () => {
		// Crew A works from 6:00 to 14:00 from Monday 2024-01-01 to Saturday 2024-01-06.
		own = await signedIn(await makeUser({ diagram: "3turnos", crew: "A" }));
	});
	const tuesday = (values: Record<string, string>) => extraFields({ date: "2024-01-02", ...values });

	test("'Me quedé' and 'Entré antes' take date, start and letter from the own shift; nothing is asked", async () => {
		expect((await send(tuesday({ shift: "after", hour: "4" }), own)).status).toBe(303);
		expect((await send(tuesday({ shift: "before", hour: "4", date: "2024-01-04" }), own)).status).toBe(303);
		expect((await send(tuesday({ shift: "before", hour: "8", date: "2024-01-06" }), own)).status).toBe(303);
		const proposed = { is_start_proposed: 1, compensation: "pago" };
		expect(await rows()).toMatchObject([
			{ ...proposed, date: "2024-01-02", shift: "T", start_minute: 14 * 60, minutes: 240 },
			{ ...proposed, date: "2024-01-04", shift: "N", start_minute: 2 * 60, minutes: 240 },
			{ ...proposed, date: "2024-01-05", shift: "N", start_minute: 22 * 60, minutes: 480 },
		]);
	});

	test("is never stored on top of the own shift without having been asked", async () => {
		const overs: Record<string, string>[] = [
			{ shift: "M" },
			{ shift: "own" },
			{ shift: "X", startTime: "13:00", hour: "4" },
		];
		for (const over of overs) {
			const asked = await send(tuesday(over), own);
			expect([asked.status, await questionsOf(asked.clone())]).toEqual([
				200,
				[
					expect.stringMatching(
						/^Se superpone con tu turno M \(06:00 a 14:00, según tu diagrama sin confirmar\)\./,
					),
				],
			]);
		}
		expect(await rows()).toEqual([]);
		expect((await sendAnyway(tuesday({ shift: "M" }), own)).status).toBe(303);
	});

	test("in the own shift of a holiday was asked by its choice", async () => {
		const holiday = { date: "2024-01-01", shift: "own" };
		const asked = await send(extraFields({ ...holiday, shift: "M" }), own);
		expect(await questionsOf(asked)).toEqual([
			expect.stringMatching(
				/^Se superpone con tu turno M \(06:00 a 14:00, según tu diagrama sin confirmar\)\./,
			),
		]);
		expect((await send(extraFields(holiday), own)).status).toBe(303);
		expect(await rows()).toMatchObject([{ shift: "M", start_minute: 360, minutes: 480 }]);
	});

	test("from midnight in the night shift before a holiday needs no question, on another day it does", async () => {
		// Crew A works from 18:00 on Monday 2024-04-01 to 6:00 on the 2nd, and from 18:00 on the 9th to 6:00 on the 10th.
		const nights = await signedIn(await makeUser({ diagram: "12horas_general", crew: "A" }));
		const early = { shift: "N", startTime: "00:00", hour: "6" };
		expect((await send(extraFields({ ...early, date: "2024-04-02" }), nights)).status).toBe(303);
		expect(await questionsOf(await send(extraFields({ ...early, date: "2024-04-10" }), nights))).toEqual([
			"Se superpone con tu turno N del martes 9 (18:00 a 06:00, según tu diagrama sin confirmar).",
		]);
		expect(await rows()).toMatchObject([{ date: "2024-04-02", premiums: '{"100":360}' }]);
	});

	test("in the night shift of a holiday is asked where the shift goes on into a common day", async () => {
		// Crew A works from 18:00 on Wednesday 2024-05-01, a holiday, to 6:00 on the 2nd.
		const who = { diagram: "12horas_general", crew: null, cycle_start: "2024-04-29" };
		const nights = await signedIn(await makeUser(who));
		const holiday = { date: "2024-05-01", shift: "own" };
		expect(await questionsOf(await send(extraFields({ ...holiday, hour: "12" }), nights))).toEqual([
			"Se superpone con tu turno N (18:00 a 06:00). El feriado termina a la medianoche: lo que sigue es tu turno normal. Contado con la hora de tu diagrama: si entraste a otra, ponela.",
		]);
		expect((await send(extraFields({ ...holiday, hour: "6" }), nights)).status).toBe(303);
		expect(await rows()).toMatchObject([{ date: "2024-05-01", premiums: '{"100":360}' }]);
	});

	test("is not moved by a form from before its day got another shift, or another place beside it", async () => {
		const { id } = await makeUser({ diagram: "3turnos", crew: "A" });
		const worker = await signedIn({ id });
		const values = extraFields({ date: "2024-01-06", shift: "after", hour: "4" });
		expect((await send(values, worker)).status).toBe(303);
		const { idFile = "" } = values;
		const path = `/auth/edit-work-overtime/${idFile}`;
		const open = async () => (await editPage(argsFor(path, { idFile }, { headers: worker }))).version ?? "";
		const save = (typed: Record<string, string>) =>
			responseOf(() => edit(argsFor(path, { idFile }, formOf({ ...values, ...typed }, worker))));
		const first = await open();
		expect((await save({ shift: "before", version: first })).status).toBe(303);
		const [moved] = await rows();
		expect((await save({ comment: "parada", version: first })).status).toBe(409);
		expect(await rows()).toEqual([moved]);

		const second = await open();
		const days = { firstDay: "2024-01-06", lastDay: "2024-01-06", bankMinutes: null, note: "" };
		const swap = { ...days, kind: "cambio", crew: "B" } as const;
		expect(await saveOwnDay({ userId: id, id: randomUUID() }, swap)).toEqual({ status: "saved" });
		expect((await save({ shift: "before", comment: "parada", version: second })).status).toBe(409);
		expect(await rows()).toMatchObject([{ date: moved?.date, start_minute: moved?.start_minute }]);
	});

	test("beside the own shift of a day without one is refused beside the shift", async () => {
		const sunday = await send(extraFields({ date: "2024-01-07", shift: "after" }), own);
		expect(sunday.status).toBe(400);
		expect(await errorsOf(sunday)).toEqual({
			shift: ["Ese día no tenés turno: elegí el que hiciste."],
		});
		expect(await rows()).toEqual([]);
	});

	test("of more than 16 hours at a stretch with the own shift is asked", async () => {
		expect(await questionsOf(await send(tuesday({ shift: "after", hour: "12" }), own))).toEqual([
			expect.stringMatching(
				/^Junto con tu turno M \(06:00 a 14:00, según tu diagrama sin confirmar\) son 20 h seguidas, más de 16\./,
			),
		]);
	});

	test("is shown in the form to edit as it was chosen, so that other hours move its start", async () => {
		const fields = tuesday({ shift: "before", hour: "4" });
		const idFile = fields.idFile ?? "";
		await send(fields, own);
		const page = await editPage(argsFor(`/auth/edit-work-overtime/${idFile}`, { idFile }, { headers: own }));
		expect(page.shown).toMatchObject({ date: "2024-01-02", shift: "before", hour: "4" });
		const args = argsFor(
			`/auth/edit-work-overtime/${idFile}`,
			{ idFile },
			formOf({ ...fields, hour: "6" }, own),
		);
		expect((await responseOf(() => edit(args))).status).toBe(303);
		expect(await rows()).toMatchObject([{ date: "2024-01-02", start_minute: 0, minutes: 360 }]);
	});
});

describe("a form sent twice", () => {
	test("or fifty times at once gives one extra, with the same response each time", async () => {
		const fields = extraFields({ comment: "una sola" });
		const answers = await Promise.all(Array.from({ length: 50 }, () => send(fields)));
		for (const answer of answers) {
			expect(answer).toRedirectTo(`${LIST}?open=${fields.idFile}#fila-1`);
			expect((await toastOf(answer))?.text).toBe("Extra agregada.");
		}
		expect(await rows()).toMatchObject([{ id_file: fields.idFile, comment: "una sola" }]);
	});

	test.each<Record<string, string>>([
		{ hour: "4" },
		{ date: "2026-11-19" },
		{ shift: "M" },
		{ comment: "otra" },
		{ startTime: "06:00" },
		{ compensation: "franco" },
		{ hours50: "1", hours100: "7" },
	])("with %j changed changes the stored extra, and says so", async (changed) => {
		const fields = extraFields();
		await send(fields);
		const [before] = await rows();
		const answer = await send({ ...fields, ...changed });
		expect(answer).toRedirectTo(`${LIST}?open=${fields.idFile}#fila-1`);
		expect((await toastOf(answer))?.text).toContain(
			"Extra editada: ya la habías guardado con este formulario",
		);
		const after = await rows();
		expect(after).toHaveLength(1);
		expect(after[0]).not.toEqual(before);
	});

	test("after an edit overwrites nothing: both versions are shown, and the next form is saved", async () => {
		const fields = extraFields({ comment: "primera", compensation: "franco" });
		const idFile = fields.idFile ?? "";
		await send(fields);
		const { version = "" } = await shown(idFile);
		const edit = (comment: string, version: string) => change(idFile, { ...fields, comment, version });
		expect((await edit("de la primera", version)).status).toBe(303);
		for (const late of [
			await edit("de la segunda", version),
			await send({ ...fields, comment: "de la segunda" }),
		]) {
			expect(late.status).toBe(409);
			const { result, saved, version: present } = await late.json();
			expect(result.initialValue).toMatchObject({ comment: "de la segunda" });
			expect(saved).toMatchObject({ comment: "de la primera", compensation: "franco" });
			expect(present).not.toBe(version);
			expect(await rows()).toMatchObject([{ comment: "de la primera" }]);
		}
		// Sends the first edit again, as a browser may do after a lost response. The server accepts it in spite of the
		// old `version`, because the stored values are the same.
		expect((await edit("de la primera", version)).status).toBe(303);
		const { version: present = "" } = await shown(idFile);
		expect((await edit("de la segunda", present)).status).toBe(303);
		expect(await rows()).toMatchObject([{ comment: "de la segunda" }]);
	});

	test("that changes nothing stores what the extra is paid by now", async () => {
		const { id_file, reason } = await saved();
		await db.updateTable("extras").set({ reason: "Como antes" }).execute();
		const { version, shown: fields } = await shown(id_file);
		const typed = Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text]] : []));
		const kept = await change(id_file, {
			...Object.fromEntries(typed),
			idFile: id_file,
			version: version ?? "",
		});
		expect([kept.status, await rows()]).toMatchObject([303, [{ reason }]]);
	});

	test("on an older extra, which has no compensation, shows it as paid beside what was typed", async () => {
		const { id_file } = await saved();
		await db.updateTable("extras").set({ compensation: null }).execute();
		const late = await change(id_file, extraFields({ idFile: id_file, comment: "otra", version: "old" }));
		expect(late.status).toBe(409);
		expect((await late.json()).saved.compensation).toBe("pago");
	});

	test("and delayed on its way does not undo the correction that was sent after it", async () => {
		const fields = extraFields();
		const first = { ...fields, hour: "12", sending: "1000.1" };
		const second = { ...fields, hour: "8", sending: "1000.2" };
		const third = { ...fields, hour: "4", sending: "1000.3" };
		const added = await send(second);
		expect((await toastOf(added))?.text).toBe("Extra agregada.");
		expect((await send(first)).status).toBe(409);
		expect(await rows()).toMatchObject([{ minutes: 480 }]);
		// The page did not get the answer to the second form either.
		expect((await send(third)).status).toBe(303);
		for (const late of [first, second]) expect((await send(late)).status).toBe(409);
		expect(await rows()).toMatchObject([{ minutes: 240 }]);
	});

	test("and delayed on its way does not bring back what its correction added and was deleted since", async () => {
		const first = extraFields({ hour: "12", sending: "2000.1" });
		const second = { ...first, hour: "8", sending: "2000.2" };
		expect((await send(second)).status).toBe(303);
		expect((await change(first.idFile ?? "", { intent: "delete" })).status).toBe(303);
		const late = await send(first);
		expect(late.status).toBe(409);
		expect((await late.json()).result.error).toEqual({ "": [DELETED] });
		expect(await rows()).toEqual([]);
	});

	test("as an edit and delayed on its way does not undo the edit back to the stored hours", async () => {
		const fields = extraFields({ hour: "4" });
		const idFile = fields.idFile ?? "";
		await send(fields);
		const { version = "" } = await shown(idFile);
		const edit = (hour: string, sending: string) => change(idFile, { ...fields, hour, version, sending });
		expect((await edit("4", "3000.2")).status).toBe(303);
		expect((await edit("12", "3000.1")).status).toBe(409);
		expect(await rows()).toMatchObject([{ minutes: 240 }]);
		// From another page.
		expect((await edit("12", "4000.1")).status).toBe(303);
		expect(await rows()).toMatchObject([{ minutes: 720 }]);
	});

	test("after the extra was deleted stores it again, and it can be deleted as usual", async () => {
		const fields = extraFields();
		const idFile = fields.idFile ?? "";
		for (let times = 0; times < 2; times++) {
			expect((await send(fields)).status).toBe(303);
			expect(await rows()).toHaveLength(1);
			expect((await change(idFile, { intent: "delete" })).status).toBe(303);
			expect(await rows()).toEqual([]);
		}
		await send(fields);
		expect((await onList({ idFile, intent: "undo" })).status).toBe(303);
		expect(await rows()).toHaveLength(1);
	});
});

describe("the form", () => {
	const addForm = async (who = headers) => {
		const first = await responseOf(() => addPage(argsFor(ADD, {}, { headers: who })));
		const address = first.headers.get("Location") ?? "";
		return addPage(argsFor(address, {}, { headers: who }));
	};

	test("starts with today and a new key", async () => {
		const [first, second] = [await addForm(), await addForm()];
		expect(first.today).toBe(today());
		expect(first.idFile).toMatch(/^[0-9a-f-]{36}$/);
		expect(first.idFile).not.toBe(second.idFile);
	});
});

describe("a server error", () => {
	const failWhen = async (what: string, run: () => Promise<void>) => {
		sqlite.exec(`CREATE TRIGGER broken BEFORE ${what} ON extras BEGIN SELECT RAISE(ABORT, 'broken'); END`);
		try {
			await run();
		} finally {
			sqlite.exec("DROP TRIGGER broken");
		}
	};

	test("while adding shows the message of the specification and the typed values", () =>
		failWhen("INSERT", async () => {
			const answer = await send(extraFields({ comment: "se queda" }));
			expect(answer.status).toBe(500);
			const { failure, result } = await answer.json();
			expect(failure).toBe("Error al agregar la extra.");
			expect(result.initialValue).toMatchObject({ comment: "se queda" });
		}));

	test("while editing or deleting also shows the message, and the extra stays", async () => {
		const { id_file } = await saved();
		const before = await rows();
		await failWhen("UPDATE", async () => {
			const answer = await change(id_file, extraFields({ comment: "se queda" }));
			expect(answer.status).toBe(500);
			expect(await answer.json()).toMatchObject({
				failure: "Error al editar extra.",
				result: { initialValue: { comment: "se queda" } },
			});
		});
		await failWhen("DELETE", async () => {
			const answer = await change(id_file, { intent: "delete" });
			expect(answer.status).toBe(500);
			expect(await answer.json()).toMatchObject({ failure: "No se pudo eliminar la extra" });
		});
		expect(await rows()).toEqual(before);
		expect(await db.selectFrom("deleted_records").selectAll().execute()).toEqual([]);
	});

	test("while reading also shows a message", async () => {
		const { id_file } = await saved();
		sqlite.exec("ALTER TABLE extras RENAME TO elsewhere");
		try {
			const args = argsFor(`/auth/edit-work-overtime/${id_file}`, { idFile: id_file }, { headers });
			const answer = await responseOf(() => editPage(args));
			expect(answer.status).toBe(500);
			expect(await answer.json()).toMatchObject({ message: "Error al traer datos de la extra." });
		} finally {
			sqlite.exec("ALTER TABLE elsewhere RENAME TO extras");
		}
	});
});

describe("the limit of twenty thousand extras", () => {
	test("accepts the last one and refuses one more, for each user", async () => {
		const user = await makeUser();
		const [fullHeaders, before] = [await signedIn(user), headers];
		headers = fullHeaders;
		onTestFinished(() => {
			headers = before;
		});
		insertExtras(sqlite, user.id, 19_999);
		const last = await saved({ comment: "la última" });
		const fields = extraFields({ comment: "una más" });
		const answer = await sendAnyway(fields);
		expect(answer.status).toBe(409);
		const { result, idFile } = await answer.json();
		expect(result.error).toEqual({
			"": ["Llegaste a las 20.000 extras. Descargalas desde Mis Extras y eliminá las que ya no necesites."],
		});
		expect([idFile, result.initialValue.comment]).toEqual([fields.idFile, "una más"]);
		expect((await change(last.id_file, extraFields({ comment: "cambiada" }))).status).toBe(303);
		headers = before;
		await saved();

		// The user deletes an extra and adds another one, which fills the limit. Undoing the deletion is then refused.
		headers = fullHeaders;
		const key = { userId: user.id, id: last.id_file };
		expect(await deleteRecord(extraRecord, key)).toBe(true);
		await saved();
		const undone = await onList({ idFile: last.id_file, intent: "undo" });
		expect(await toastOf(undone)).toEqual({
			text: "No se puede deshacer: ya tenés 20.000 extras, que es el máximo.",
			kind: "error",
		});
		expect(await restoreRecord(extraRecord, key, Date.now() + 60_000)).toBe(TOO_LATE);
		const [count] = await db
			.selectFrom("extras")
			.select(({ fn }) => fn.countAll().as("count"))
			.where("user_id", "=", user.id)
			.execute();
		expect(count).toEqual({ count: 20_000 });
	});
});
