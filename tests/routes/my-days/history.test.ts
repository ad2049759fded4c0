import { createElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { shiftOn } from "~/features/diagrams/cycle";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { listDatedRotations, listDayChanges } from "~/features/own-days/find-own-calendar.server";
import { updateProfile } from "~/features/profile/profiles.server";
import { updateRotation } from "~/features/shift/chosen-rotation.server";
import { dayOf } from "~/features/shift/own-calendar";
import { db } from "~/lib/database/db.server";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { daysOfMonth } from "~/lib/time/civil-date";
import { loader as list } from "~/routes/auth.my-days";
import CorrectHistoryPage, { action, loader } from "~/routes/auth.my-days_.history.$since";
import { loader as months } from "~/routes/my-shift_.calendar";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const TODAY = "2026-11-22";
const FOUR = "4turnos_7dias";

let user: { id: string };
let headers: { Cookie: string };
beforeEach(async () => {
	vi.useFakeTimers({ now: new Date(`${TODAY}T13:00:00Z`), toFake: ["Date"] });
	user = await makeUser({ diagram: FOUR, crew: "A", real_name: "Ramona Fernández" });
	headers = await signedIn(user);
	return () => vi.useRealTimers();
});

const setDay = (date: string) => vi.setSystemTime(new Date(`${date}T13:00:00Z`));
const setCrew = (crew: string | null, diagram = FOUR) =>
	updateProfile(user.id, { realName: "Ramona Fernández", diagram, crew });
const lines = async () => (await listDatedRotations(user.id)).map(({ since, start }) => [since, start]);
const rows = () =>
	db
		.selectFrom("rotation_history")
		.select(["since", "crew", "cycle_start"])
		.where("user_id", "=", user.id)
		.orderBy("since")
		.execute();
const correct = (since: string, fields: Record<string, string>, who = headers) =>
	responseOf(() => action(argsFor(`/auth/my-days/history/${since}`, { since }, formOf(fields, who))));
const lettersOf = async (month: string) => {
	const page = await responseOf(() => list(argsFor(`/auth/my-days?month=${month}`, {}, { headers })));
	const { calendar } = await page.json();
	return daysOfMonth(month)
		.map((date) => dayOf(calendar, date).letter)
		.join("");
};

describe("a change of crew in the profile", () => {
	test("leaves earlier days unchanged, and applies from today on", async () => {
		const before = await lettersOf("2026-11");
		await setCrew("C");
		const after = await lettersOf("2026-11");
		expect(after.slice(0, 21)).toBe(before.slice(0, 21));
		const diagram = await findDiagram(FOUR);
		expect(after[21]).toBe(diagram && shiftOn(diagram, "C", TODAY));
		expect(await rows()).toEqual([
			{ since: "1900-01-01", crew: "A", cycle_start: null },
			{ since: TODAY, crew: "C", cycle_start: null },
		]);
	});

	test("is deleted for this user alone, though another's is of the same day", async () => {
		const setFor = ({ id }: { id: string }) =>
			updateProfile(id, { realName: "Ramona Fernández", diagram: FOUR, crew: "C" });
		const other = await makeUser({ diagram: FOUR, crew: "A" });
		setDay("2026-11-20");
		for (const person of [user, other]) await setFor(person);
		await setCrew("D");
		await setFor(user);
		setDay(TODAY);
		await setCrew("B");
		expect((await correct("2026-11-20", { intent: "delete" }))?.status).toBe(303);
		expect(await rows()).toMatchObject([{ crew: "A" }, { crew: "B" }]);
		expect((await listDatedRotations(other.id)).map(({ since }) => since)).toContain("2026-11-20");
	});

	test("twice on one day counts once, and changing back leaves no entry", async () => {
		await setCrew("B");
		await setCrew("C");
		expect(await rows()).toMatchObject([{ crew: "A" }, { since: TODAY, crew: "C" }]);
		await setCrew("A");
		expect(await rows()).toMatchObject([{ since: "1900-01-01", crew: "A" }]);
	});

	test("the first choice applies to the past too", async () => {
		const newcomer = await makeUser();
		await updateProfile(newcomer.id, { realName: "Ramona Fernández", diagram: FOUR, crew: "B" });
		expect(await listDatedRotations(newcomer.id)).toMatchObject([{ since: "1900-01-01" }]);
	});

	test("the first choice after all others were deleted does too", async () => {
		await setCrew(null);
		await correct("principio", { intent: "delete" });
		setDay("2026-11-25");
		await setCrew("B");
		expect(await rows()).toEqual([{ since: "1900-01-01", crew: "B", cycle_start: null }]);
	});

	test("changes of other fields of the profile add no entry", async () => {
		await updateProfile(user.id, { realName: "Otra Persona", diagram: FOUR, crew: "A" });
		expect(await rows()).toEqual([]);
	});

	test("a personal position is stored in the history too", async () => {
		await updateRotation(user.id, { diagram: FOUR, crew: "A", cycleStart: "2026-11-20" });
		expect(await rows()).toMatchObject([{ crew: "A", cycle_start: null }, { cycle_start: "2026-11-20" }]);
		expect((await lines()).at(-1)).toEqual([TODAY, "2026-11-20"]);
		const year = await responseOf(() => months(argsFor("/my-shift/calendar", {}, { headers })));
		expect((await year.json()).history.map(({ text }: { text: string }) => text)).toEqual([
			"4 turnos de 7 días, con tus propios turnos",
			"4 turnos de 7 días, escuadra A",
		]);
	});

	test("from a personal position to the crew of the same letter is one too", async () => {
		await updateRotation(user.id, { diagram: FOUR, crew: "A", cycleStart: "2026-11-20" });
		setDay("2026-11-25");
		await updateRotation(user.id, { diagram: FOUR, crew: "A", cycleStart: null });
		expect((await rows()).map(({ since }) => since)).toEqual(["1900-01-01", TODAY, "2026-11-25"]);
	});

	test("that was corrected remains so when another follows", async () => {
		setDay("2026-11-10");
		await setCrew("C");
		setDay("2026-11-15");
		await updateRotation(user.id, {
			diagram: FOUR,
			crew: "C",
			cycleStart: "2026-11-12",
			isCorrection: true,
		});
		setDay(TODAY);
		await updateRotation(user.id, { diagram: FOUR, crew: "B", cycleStart: null });
		expect(await rows()).toEqual([
			{ since: "1900-01-01", crew: "A", cycle_start: null },
			{ since: "2026-11-10", crew: "C", cycle_start: "2026-11-12" },
			{ since: TODAY, crew: "B", cycle_start: null },
		]);
	});

	test("is not undone when the shifts of before it are found again", async () => {
		const position = { diagram: FOUR, crew: "A", cycleStart: "2026-11-05" };
		setDay("2026-11-10");
		await updateRotation(user.id, position);
		setDay("2026-11-15");
		await setCrew("C");
		setDay(TODAY);
		await updateRotation(user.id, { ...position, isCorrection: true });
		expect((await rows()).map(({ since }) => since)).toEqual([
			"1900-01-01",
			"2026-11-10",
			"2026-11-15",
			TODAY,
		]);
	});

	test("of another diagram has both explained, but in months that it does not touch", async () => {
		await setCrew("A", "12horas_insalubre");
		const diagramsOf = async (loader: typeof list | typeof months, path: string) => {
			const page = await responseOf(() => loader(argsFor(path, {}, { headers })));
			return (await page.json()).diagrams.map(({ id }: { id: string }) => id);
		};
		const both = [FOUR, "12horas_insalubre"];
		expect(await diagramsOf(list, "/auth/my-days?month=2026-10")).toEqual([FOUR]);
		expect(await diagramsOf(list, "/auth/my-days?month=2026-11")).toEqual(both);
		expect(await diagramsOf(list, "/auth/my-days?month=2026-12")).toEqual(["12horas_insalubre"]);
		expect(await diagramsOf(months, "/my-shift/calendar?year=2026")).toEqual(both);
		expect(await diagramsOf(months, "/my-shift/calendar?year=2027")).toEqual(["12horas_insalubre"]);
	});

	test("changes the days from that day on, also in calendar feeds", async () => {
		await setCrew("C");
		const changes = await listDayChanges(user.id, "2026-11-20", "2026-11-24");
		expect([...changes.keys()]).toEqual([TODAY, "2026-11-23", "2026-11-24"]);
	});

	test("a user who proves the e-mail address of a stranger's account finds no history", async () => {
		await setCrew("C");
		await db.updateTable("users").set({ email_verified_at: null }).where("id", "=", user.id).execute();
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect(await rows()).toEqual([]);
	});
});

describe("correcting the history", () => {
	beforeEach(async () => {
		setDay("2026-03-01");
		await setCrew("B");
		setDay("2026-08-01");
		await setCrew("C");
		setDay(TODAY);
	});

	test("begins at the list, newest first, in which the only entry of all days cannot be changed", async () => {
		const listed = async (who: typeof headers) => {
			const page = await responseOf(() => months(argsFor("/my-shift/calendar", {}, { headers: who })));
			return (await page.json()).history;
		};
		const text = (crew: string) => `4 turnos de 7 días, escuadra ${crew}`;
		const address = (since: string) => `/auth/my-days/history/${since}`;
		expect(await listed(headers)).toEqual([
			{ since: "2026-08-01", text: text("C"), isPresent: true, address: address("2026-08-01") },
			{ since: "2026-03-01", text: text("B"), isPresent: false, address: address("2026-03-01") },
			{ text: text("A"), isPresent: false, address: address("principio") },
		]);
		const newcomer = await makeUser({ diagram: FOUR, crew: "D" });
		expect(await listed(await signedIn(newcomer))).toEqual([{ text: text("D"), isPresent: true }]);
	});

	test("changes the date of an entry, between its neighbours and not after today", async () => {
		expect(await correct("2026-03-01", { since: "2026-02-10" })).toRedirectTo("/my-shift/calendar#historia");
		expect(await correct("2026-08-01", { since: TODAY })).toRedirectTo("/my-shift/calendar#historia");
		expect((await lines()).map(([since]) => since)).toEqual(["1900-01-01", "2026-02-10", TODAY]);
		for (const [from, to] of [
			[TODAY, "2026-02-10"],
			[TODAY, "2026-01-01"],
			[TODAY, "2026-11-23"],
			["2026-02-10", TODAY],
		] as const) {
			const response = await correct(from, { since: to });
			expect(response.status).toBe(409);
			expect((await response.json()).result).toMatchObject({
				initialValue: { since: to },
				error: { since: [expect.stringMatching(/^Elegí un día después/)] },
			});
		}
	});

	test("leaves the beginning where it is", async () => {
		expect((await correct("principio", { since: "2026-01-15" })).status).toBe(404);
		expect((await lines())[0]?.[0]).toBe("1900-01-01");
	});

	test.each([
		["2026-03-01", "2026-02-10", ["2026-02-10", "2026-02-28"]],
		["2026-08-01", TODAY, ["2026-08-01", "2026-11-21"]],
		["2026-08-01", "2026-08-01", []],
	])("from %s to %s changes the days between", async (since, to, ends) => {
		expect(await correct(since, { since: to })).toRedirectTo("/my-shift/calendar#historia");
		const changes = await listDayChanges(user.id, "2026-01-01", "2026-12-31");
		const changed = [...changes].filter(([, changedAt]) => changedAt === Date.now()).map(([date]) => date);
		expect([...changed.slice(0, 1), ...changed.slice(-1)]).toEqual(ends);
	});

	test("deletes an entry, and its days then belong to the entry before", async () => {
		const july = await lettersOf("2026-07");
		expect(await correct("2026-03-01", { intent: "delete" })).toRedirectTo("/my-shift/calendar#historia");
		expect(await lettersOf("2026-07")).not.toBe(july);
		expect(await lettersOf("2026-07")).toBe(
			await (async () => {
				const diagram = await findDiagram(FOUR);
				return Array.from({ length: 31 }, (_, day) =>
					diagram ? shiftOn(diagram, "A", `2026-07-${String(day + 1).padStart(2, "0")}`) : "",
				).join("");
			})(),
		);
		expect(await correct("principio", { intent: "delete" })).toRedirectTo("/my-shift/calendar#historia");
		expect((await lines()).map(([since]) => since)).toEqual(["1900-01-01"]);
	});

	test("deletes the first entry, and the next begins with its days, so that no date is left that changes nothing", async () => {
		expect(await correct("principio", { intent: "delete" })).toRedirectTo("/my-shift/calendar#historia");
		expect((await lines()).map(([since]) => since)).toEqual(["1900-01-01", "2026-08-01"]);
		expect((await correct("2026-03-01", { since: "2026-04-01" })).status).toBe(404);
	});

	test("whose session has ended keeps the typed day, and saves nothing before the button is pressed again", async () => {
		const before = await rows();
		const typed = { since: "2026-11-20" };
		const refused = await correct("2026-08-01", typed, { Cookie: "" });
		expect(refused.status).toBe(401);
		expect((await refused.json()).signedOut).toMatchObject({ title: "Corregir desde cuándo", typed });
		const resumed = await correct("2026-08-01", { ...typed, resume: "password" });
		expect(await resumed.json()).toMatchObject({ result: { initialValue: typed }, isResumed: true });
		expect(await rows()).toEqual(before);
		expect(await correct("2026-08-01", typed)).toRedirectTo("/my-shift/calendar#historia");
		expect((await rows()).at(-1)).toMatchObject(typed);
	});

	test("a form that another person has left open is shown with what was typed, and stored when pressed again", async () => {
		const before = await rows();
		const typed = { since: "2026-11-20" };
		const shown = await correct("2026-08-01", { ...typed, person: "another" });
		const { result, person } = await shown.json();
		expect(result).toMatchObject({ initialValue: typed, error: { "": [OTHERS] } });
		expect([shown.status, await rows()]).toEqual([200, before]);
		expect(await correct("2026-08-01", { ...typed, person })).toRedirectTo("/my-shift/calendar#historia");
		expect((await rows()).at(-1)).toMatchObject(typed);
	});

	test("a button that is pressed twice deletes one entry, not the next one too, which then is the first", async () => {
		const since = "principio";
		const path = `/auth/my-days/history/${since}`;
		const { version } = await loader(argsFor(`${path}?intent=delete`, { since }, { headers }));
		const press = () =>
			responseOf(() =>
				action(argsFor(`${path}?version=${version}`, { since }, formOf({ intent: "delete" }, headers))),
			);
		for (const said of ["eliminados", "ya no estaba"]) {
			const answer = await press();
			expect(answer).toRedirectTo("/my-shift/calendar#historia");
			expect((await toastOf(answer))?.text).toContain(said);
		}
		expect((await lines()).map(([first]) => first)).toEqual(["1900-01-01", "2026-08-01"]);
	});

	test("a correction that is sent twice is done once, and another day still needs its entry", async () => {
		const since = "2026-03-01";
		const { version } = await loader(argsFor(`/auth/my-days/history/${since}`, { since }, { headers }));
		const send = (day: string) => correct(since, { since: day, version });
		for (let turn = 0; turn < 2; turn++)
			expect(await send("2026-02-10")).toRedirectTo("/my-shift/calendar#historia");
		expect((await lines()).map(([first]) => first)).toEqual(["1900-01-01", "2026-02-10", "2026-08-01"]);
		for (const other of ["2026-02-11", "2026-08-01"]) expect((await send(other)).status).toBe(404);
	});

	test("a correction does not move another diagram that begins on its day since, before it is pressed again", async () => {
		const since = "2026-08-01";
		const { version } = await loader(argsFor(`/auth/my-days/history/${since}`, { since }, { headers }));
		await db.updateTable("rotation_history").set({ crew: "D" }).where("since", "=", since).execute();
		const before = await rows();
		const shown = await correct(since, { since: "2026-09-01", version });
		// A live page loads anew only after 200.
		expect([shown.status, await rows()]).toEqual([200, before]);
		const { result, saved, version: newer } = await shown.json();
		expect([result.initialValue.since, saved]).toEqual(["2026-09-01", { since }]);
		expect(result.error.since[0]).toMatch(/^Ese día empieza ahora otro diagrama/);
		const again = await correct(since, { since: "2026-09-01", version: newer });
		expect(again).toRedirectTo("/my-shift/calendar#historia");
		expect((await rows()).at(-1)).toMatchObject({ since: "2026-09-01", crew: "D" });
	});

	test("never deletes the current entry", async () => {
		const response = await correct("2026-08-01", { intent: "delete" });
		expect(response.status).toBe(409);
		expect(await rows()).toHaveLength(3);
	});

	test("merges equal entries before and after a deleted one", async () => {
		await setCrew("B");
		await correct("2026-08-01", { intent: "delete" });
		expect((await lines()).map(([since]) => since)).toEqual(["1900-01-01", "2026-03-01"]);
		// A day never has an earlier change than a phone may have seen.
		expect((await listDayChanges(user.id, TODAY, TODAY)).get(TODAY)).toBe(Date.now());
	});

	test("is only for the owner, and a wrong date is shown again as typed", async () => {
		const other = await signedIn(await makeUser());
		expect((await correct("2026-03-01", { since: "2026-02-10" }, other)).status).toBe(404);
		expect((await correct("2026-03-01", { intent: "delete" }, other)).status).toBe(404);
		const page = (since: string) =>
			responseOf(() => loader(argsFor(`/auth/my-days/history/${since}`, { since }, { headers })));
		expect((await page("2026-03-01")).status).toBe(200);
		for (const [since, leads, never] of [
			["2026-03-01", "?intent=delete", "edit-profile"],
			["2026-08-01", "edit-profile", "?intent=delete"],
		] as const) {
			const html = await htmlOf(
				createElement(CorrectHistoryPage),
				"/auth/my-days/history",
				await (await page(since)).json(),
			);
			expect(html, since).toContain(`${leads}"`);
			expect(html, since).not.toContain(`${never}"`);
		}
		expect((await page("2026-03-02")).status).toBe(404);
		const wrong = await correct("2026-03-01", { since: "ayer" });
		expect(wrong.status).toBe(400);
		expect((await wrong.json()).result).toMatchObject({ initialValue: { since: "ayer" } });
	});
});
