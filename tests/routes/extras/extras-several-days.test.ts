import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { saveHourValue } from "~/features/agreement/agreements.server";
import { db, sqlite } from "~/lib/database/db.server";
import { action as edit, loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { action as listAction } from "~/routes/auth.work-overtime";
import { action as add, loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { loader as preview } from "~/routes/auth.work-overtime_.preview";
import { makeUser, signedIn } from "../../support/accounts";
import { extraFields, extraRow, insertExtras } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";

const LIST = "/auth/work-overtime";
const ADD = `${LIST}/add-work-overtime`;

let headers: { Cookie: string };
beforeAll(async () => {
	headers = await signedIn(await makeUser());
});
beforeEach(async () => {
	await db.deleteFrom("extras").execute();
	await db.deleteFrom("deleted_records").execute();
});

/** A form in which the boxes of further days are ticked, each with the same name, as a browser sends it. */
function formWith(fields: Record<string, string>, days: readonly string[], who = headers): RequestInit {
	const body = new URLSearchParams(fields);
	for (const day of days) body.append("dates", day);
	return { method: "POST", body, headers: who };
}
const send = (fields: Record<string, string>, days: readonly string[], who = headers) =>
	responseOf(() => add(argsFor(ADD, {}, formWith(fields, days, who))));
const press = (undo: Record<string, string | undefined>, who = headers) => {
	const fields = Object.entries(undo).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]));
	return responseOf(() => listAction(argsFor(LIST, {}, formWith(Object.fromEntries(fields), [], who))));
};
const rows = () => db.selectFrom("extras").selectAll().orderBy("date").execute();
const storedDates = async () => (await rows()).map(({ date }) => date);

/** A Tuesday, and a Wednesday and a Sunday of the same month. */
const TUESDAY = "2026-11-17";
const WEDNESDAY = "2026-11-18";
const SUNDAY = "2026-11-22";
const typed = (values: Record<string, string> = {}) =>
	extraFields({ date: TUESDAY, startTime: "06:00", shift: "M", ...values });
const month = Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, "0")}`);

describe("an extra with further days", () => {
	test("becomes one extra a day, each paid by its own date, with one toast", async () => {
		const fields = typed({ comment: "parada" });
		const answer = await send(fields, [SUNDAY, WEDNESDAY]);
		expect(answer).toRedirectTo(`${LIST}?open=${fields.idFile}#fila-3`);
		expect((await toastOf(answer))?.text).toBe("3 extras agregadas.");
		const all = { minutes: 480, shift: "M", start_minute: 360, comment: "parada", edited_at: null };
		expect(await rows()).toMatchObject([
			{ ...all, date: TUESDAY, id_file: fields.idFile, premiums: '{"50":480}' },
			{ ...all, date: WEDNESDAY, premiums: '{"50":480}' },
			{ ...all, date: SUNDAY, premiums: '{"100":480}' },
		]);
	});

	test("takes start and letter of each day from the shift of that day", async () => {
		// Crew A works from 6:00 to 14:00 from Monday 2024-01-01 to Saturday 2024-01-06, and is off on Sunday.
		const own = await signedIn(await makeUser({ diagram: "3turnos", crew: "A" }));
		const fields = extraFields({ date: "2024-01-02", shift: "after", hour: "4" });
		expect((await send(fields, ["2024-01-03"], own)).status).toBe(303);
		const proposed = { shift: "T", start_minute: 14 * 60, is_start_proposed: 1 };
		expect(await rows()).toMatchObject([
			{ ...proposed, date: "2024-01-02" },
			{ ...proposed, date: "2024-01-03" },
		]);
		const off = await send(
			{ ...extraFields({ date: "2024-01-04", shift: "after", hour: "4" }) },
			["2024-01-07"],
			own,
		);
		expect(off.status).toBe(400);
		expect((await off.json()).result.error).toEqual({
			dates: ["El domingo 7 no tenés turno: sacalo, o elegí el que hiciste."],
		});
		expect(await storedDates()).toEqual(["2024-01-02", "2024-01-03"]);
	});

	test("knows the vacation of a day that is far from the first and from today", async () => {
		const user = await makeUser({ diagram: "3turnos", crew: "A" });
		const row = { id: randomUUID(), kind: "vacaciones", note: "", created_at: 1, updated_at: 1 } as const;
		const days = { first_day: "2024-01-30", last_day: "2024-01-30" };
		await db
			.insertInto("own_days")
			.values({ ...row, ...days, user_id: user.id })
			.execute();
		const fields = extraFields({ date: TUESDAY, shift: "after", hour: "4" });
		const answer = await send(fields, ["2024-01-30"], await signedIn(user));
		expect((await answer.json()).result.error).toEqual({
			dates: ["El martes 30 no tenés turno: sacalo, o elegí el que hiciste."],
		});
	});

	test("counts the form's own day, and a day ticked twice, once", async () => {
		expect((await send(typed(), [TUESDAY, WEDNESDAY, WEDNESDAY])).status).toBe(303);
		expect(await storedDates()).toEqual([TUESDAY, WEDNESDAY]);
	});

	test("sent twice, with one more day or with other hours, adds no day twice and asks nothing", async () => {
		const fields = typed();
		for (const _time of [1, 2]) expect((await send(fields, [WEDNESDAY])).status).toBe(303);
		expect((await send(fields, [WEDNESDAY, SUNDAY])).status).toBe(303);
		expect((await send({ ...fields, hour: "10" }, [WEDNESDAY, SUNDAY])).status).toBe(303);
		expect(await storedDates()).toEqual([TUESDAY, WEDNESDAY, SUNDAY]);
	});

	test("sent again leaves as it is what was edited meanwhile", async () => {
		const fields = typed();
		await send(fields, [WEDNESDAY]);
		const other = (await rows()).find(({ date }) => date === WEDNESDAY)?.id_file ?? "";
		const path = `/auth/edit-work-overtime/${other}`;
		const { version = "" } = await editPage(argsFor(path, { idFile: other }, { headers }));
		const edited = formWith(typed({ idFile: other, date: WEDNESDAY, hour: "4", version }), [SUNDAY]);
		expect((await responseOf(() => edit(argsFor(path, { idFile: other }, edited)))).status).toBe(303);
		// The form of an edit adds no further day.
		expect(await storedDates()).toEqual([TUESDAY, WEDNESDAY]);
		const again = await send(fields, [WEDNESDAY]);
		const asked = again.status === 200 ? (await again.json()).answer.asked : "";
		expect((await send({ ...fields, asked }, [WEDNESDAY])).status).toBe(303);
		expect((await rows()).map(({ minutes }) => minutes)).toEqual([480, 240]);
	});

	test("of which one cannot be stored stores none", async () => {
		sqlite.exec(`CREATE TRIGGER refused BEFORE INSERT ON extras WHEN new.date = '${SUNDAY}'
			BEGIN SELECT RAISE(ABORT, 'refused'); END`);
		onTestFinished(() => {
			sqlite.exec("DROP TRIGGER refused");
		});
		const answer = await send(typed(), [WEDNESDAY, SUNDAY]);
		expect(answer.status).toBe(500);
		expect((await answer.json()).result.initialValue.dates).toBe(`${WEDNESDAY} ${SUNDAY}`);
		expect(await rows()).toEqual([]);
	});

	test("is refused whole when not all of it has room", async () => {
		const user = await makeUser();
		insertExtras(sqlite, user.id, 19_999);
		const full = await signedIn(user);
		expect((await send(typed(), [WEDNESDAY], full)).status).toBe(409);
		expect((await send(typed(), [], full)).status).toBe(303);
	});

	test.each([
		["no date", ["2026-11-31"]],
		["a text", ["x"]],
		["one wrong day beside a right one", [WEDNESDAY, "2026-11-31"]],
		["too old a date", ["1969-12-31"]],
		["too late a date", ["2126-01-01"]],
		["more than 31 days", [...month, "2026-08-01"]],
	])("is refused beside the days for %s, and comes back with what was ticked", async (_what, days) => {
		const answer = await send(typed(), days);
		expect(answer.status).toBe(400);
		const { result } = await answer.json();
		expect(Object.keys(result.error)).toEqual(["dates"]);
		expect(result.initialValue.dates).toBe(days.join(" "));
		expect(await rows()).toEqual([]);
	});
});

describe("what is odd", () => {
	test("is asked once for all days, and names the day; then all are stored", async () => {
		const user = await makeUser();
		const who = await signedIn(user);
		const others = [
			extraRow(user.id, { date: WEDNESDAY, shift: "M", start_minute: 360 }),
			extraRow(user.id, { date: SUNDAY, shift: "T", start_minute: 720, minutes: 240 }),
		];
		await db.insertInto("extras").values(others).execute();
		const fields = typed();
		const asked = await send(fields, [WEDNESDAY, SUNDAY], who);
		expect(asked.status).toBe(200);
		const { answer, isQuestion } = evened(await asked.json());
		expect([isQuestion, answer.questions]).toEqual([
			true,
			[
				"Ya anotaste otra del miércoles 18, turno M: 8 h.",
				"El domingo 22: se superpone con otra extra (12:00 a 16:00).",
			],
		]);
		expect(await rows()).toHaveLength(2);
		expect((await send({ ...fields, asked: answer.asked }, [WEDNESDAY, SUNDAY], who)).status).toBe(303);
		expect(await rows()).toHaveLength(5);
	});

	test("is said before saving too, with what each day is paid and the sum", async () => {
		const query = new URLSearchParams({
			...typed({ hour: "12", startTime: "20:00" }),
			dates: `${WEDNESDAY} ${SUNDAY}`,
		});
		const said = async (who: { Cookie: string }) =>
			evened(
				await (
					await responseOf(() => preview(argsFor(`${LIST}/preview?${query}`, {}, { headers: who })))
				).json(),
			);
		const answer = await said(headers);
		expect([answer.sum, answer.questions]).toEqual([{ hours: "3 extras, 36 h" }, []]);
		const paid = await makeUser();
		await saveHourValue(paid.id, { since: "2020-01-01", centavos: 100_000, divisor: null });
		// 24 h at 50 %, and 12 h of a Sunday and the holiday after it.
		expect((await said(await signedIn(paid))).sum.estimate).toBe("$ 60.000,00");
		expect(answer.text).toMatch(
			/^Martes 17 y miércoles 18: de 20:00 a 08:00: 12 h al 50 %.* Domingo 22: de 20:00/,
		);
	});
});

describe("'Deshacer' after adding on several days", () => {
	test("takes all back in one, and can itself be undone", async () => {
		const { undo } = (await toastOf(await send(typed(), [WEDNESDAY, SUNDAY]))) ?? {};
		await db
			.insertInto("extras")
			.values(extraRow((await rows())[0]?.user_id ?? "", { date: "2026-11-02" }))
			.execute();
		for (const _press of [1, 2]) {
			const toast = await toastOf(await press({ ...undo }));
			expect(toast?.text).toBe("3 extras eliminadas.");
			expect(await storedDates()).toEqual(["2026-11-02"]);
			expect(toast?.undo?.more).toBe(undo?.more);
		}
		expect((await toastOf(await press({ ...undo, intent: "undo" })))?.text).toBe(
			"Las 3 extras volvieron a la lista.",
		);
		expect(await storedDates()).toEqual(["2026-11-02", TUESDAY, WEDNESDAY, SUNDAY]);
	});

	test("takes back what that sending added, of one repeated all, and nothing that was edited since", async () => {
		const fields = typed();
		const said = async (days: string[], more = {}) => {
			const asked = await send({ ...fields, ...more }, days);
			if (asked.status !== 200) return toastOf(asked);
			return toastOf(await send({ ...fields, ...more, asked: (await asked.json()).answer.asked }, days));
		};
		const first = await said([WEDNESDAY]);
		expect([first?.text, await said([WEDNESDAY])]).toEqual(["2 extras agregadas.", first]);
		const oneMore = await said([WEDNESDAY, SUNDAY]);
		expect(oneMore?.text).toBe("Extra agregada.");
		await press({ ...oneMore?.undo });
		expect(await storedDates()).toEqual([TUESDAY, WEDNESDAY]);
		await db
			.updateTable("extras")
			.set({ minutes: 240, edited_at: 1 })
			.where("date", "=", WEDNESDAY)
			.execute();
		const repeated = await said([WEDNESDAY]);
		expect(repeated?.text).toBe("Extra agregada.");
		const changed = await said([WEDNESDAY], { hour: "10" });
		expect([changed?.undo, await said([WEDNESDAY], { hour: "10" })]).toEqual([undefined, changed]);
		await press({ ...repeated?.undo });
		expect(await storedDates()).toEqual([WEDNESDAY]);
	});

	test("fits in the toast's cookie for a whole month, and restores all or none", async () => {
		const answer = await send(typed({ date: "2026-10-01" }), month);
		const { undo } = (await toastOf(answer)) ?? {};
		expect(await storedDates()).toEqual(month);
		expect(Math.max(...answer.headers.getSetCookie().map((cookie) => cookie.length))).toBeLessThan(4000);
		await press({ ...undo });
		expect(await rows()).toEqual([]);
		await db
			.deleteFrom("deleted_records")
			.where("id", "=", undo?.more?.split(" ").at(-1) ?? "")
			.execute();
		expect((await toastOf(await press({ ...undo, intent: "undo" })))?.kind).toBe("error");
		expect(await rows()).toEqual([]);
	});

	test("touches no extra of another person, and no more than 32 at once", async () => {
		const { undo } = (await toastOf(await send(typed(), [WEDNESDAY]))) ?? {};
		await press({ ...undo }, await signedIn(await makeUser()));
		expect(await rows()).toHaveLength(2);
		const more = Array.from({ length: 32 }, () => undo?.more).join(" ");
		for (const odd of [more, "x", `${undo?.more} `])
			expect((await press({ ...undo, more: odd })).status, odd).toBe(400);
		expect(await rows()).toHaveLength(2);
		expect((await press({ ...undo, more: more.split(" ").slice(1).join(" ") })).status).toBe(303);
	});
});

test("days ticked before looking at the profile are still ticked after", async () => {
	const query = new URLSearchParams({
		idFile: typed().idFile ?? "",
		date: TUESDAY,
		dates: `${WEDNESDAY} ${SUNDAY}`,
	});
	const { shown } = await addPage(argsFor(`${ADD}?${query}`, {}, { headers }));
	expect(shown).toMatchObject({ date: TUESDAY, dates: `${WEDNESDAY} ${SUNDAY}` });
});
