import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { findUserById } from "~/features/auth/users.server";
import { crewsOf, lettersText } from "~/features/diagrams/cycle";
import { CrewQuestion } from "~/features/diagrams/diagram-notes";
import { findDiagram } from "~/features/diagrams/diagrams.server";
import { twelveMonths } from "~/features/diagrams/periods";
import { StepLinks } from "~/features/diagrams/step-links";
import { listDatedRotations, listDayChanges } from "~/features/own-days/find-own-calendar.server";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { updateProfile } from "~/features/profile/profiles.server";
import { answersAt, type ShiftAnswers } from "~/features/shift/answers";
import { MyMonths } from "~/features/shift/calendar/my-months";
import { FindStep } from "~/features/shift/find/find-step";
import { findMyRotation } from "~/features/shift/my-rotation.server";
import { KeepShifts } from "~/features/shift/my-shift";
import { calendarOf, dayOf } from "~/features/shift/own-calendar";
import { letterOn, rotationOf, rotationText } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as myDays } from "~/routes/auth.my-days";
import { loader as openDiagram } from "~/routes/diagrams.$id";
import { action, loader } from "~/routes/my-shift";
import { loader as openCalendar } from "~/routes/my-shift_.calendar";
import { loader as openMonth } from "~/routes/my-shift_.calendar_.$month";
import { loader as comingDays } from "~/routes/my-shift_.days";
import { loader as find } from "~/routes/my-shift_.find";
import { correctDiagrams } from "../../scripts/operator/correct-diagrams";
import { formOf, makeUser, signedIn, signedInUser } from "../support/accounts";
import { htmlNow } from "../support/browser/render-part";
import { argsFor, responseOf } from "../support/requests";
import { toastOf } from "../support/toasts";

const PATH = "/my-shift";
const TODAY = "2026-11-21";
/** Query parameter with the date to which the visitor's answers refer. */
const ON = `&date=${TODAY}`;

// The clock shows a Saturday, 10:00 in Buenos Aires.
beforeEach(() => {
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

const open = (headers: Record<string, string> = {}) =>
	responseOf(() => loader(argsFor(PATH, {}, { headers })));
const confirm = (mine: string, headers: Record<string, string> = {}) =>
	responseOf(() => action(argsFor(PATH, {}, formOf({ mine }, headers))));

async function answersOf(response: Response): Promise<{ crew?: string; answers: ShiftAnswers }> {
	expect(response.status).toBe(200);
	return response.json();
}

/** Header with the first cookie that a response sets. */
function cookieOf(response: Response): { Cookie: string } {
	return { Cookie: response.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

/** Value of the cookie `mine` for a visitor whose own cycle starts `days` days after the cycle of crew A. */
async function ownPosition(days: number): Promise<string> {
	const four = await diagram();
	return rotationText({ diagram: four, start: addDays(four.anchor, days) }, TODAY);
}

async function diagram(id = "4turnos_7dias") {
	const found = await findDiagram(id);
	if (!found) throw new Error(`no diagram ${id}`);
	return found;
}

describe("a visitor", () => {
	test("without a known shift calendar is asked for today's shift", async () => {
		expect(await open()).toRedirectTo("/my-shift/find");
	});

	test("who only viewed a crew by a link is asked too", async () => {
		expect(await open({ Cookie: "crew=4turnos_7dias.C" })).toRedirectTo("/my-shift/find");
	});

	test("who confirmed a crew sees its shifts from then on", async () => {
		const confirmed = await confirm("4turnos_7dias.C");
		expect(confirmed).toRedirectTo(PATH);
		const { crew, answers } = await answersOf(await open(cookieOf(confirmed)));
		expect(crew).toBe("C");
		expect(answers.today).toEqual({
			date: TODAY,
			letter: letterOn(rotationOf(await diagram(), "C"), TODAY),
		});
		expect(answers.week).toHaveLength(7);
	});

	test("who confirmed a personal position sees its shifts, without a crew", async () => {
		const four = await diagram();
		const { crew, answers } = await answersOf(await open(cookieOf(await confirm(await ownPosition(1)))));
		expect(crew).toBeUndefined();
		const own = { diagram: four, start: addDays(four.anchor, 1) };
		expect(answers.today.letter).toBe(letterOn(own, TODAY));
	});

	test("who confirmed a position sees its crew once the anchor is confirmed, and is asked again if the cycle changes", async () => {
		const mine = await ownPosition(14);
		const cookie = cookieOf(await confirm(mine));
		expect((await answersOf(await open(cookie))).crew).toBeUndefined();
		await db.updateTable("diagramas").set({ anchor_confirmed: 1 }).execute();
		expect((await answersOf(await open(cookie))).crew).toBe("C");
		// Sends the form as if the page had been opened before the operator confirmed the anchor date (first day of
		// crew A's cycle): `mine` contains a cycle start instead of a crew. The server stores the crew's letter.
		expect(cookieOf(await confirm(mine))).toEqual({ Cookie: "mine=4turnos_7dias.C" });
		const { cycle } = await diagram();
		await db
			.updateTable("diagramas")
			.set({ cycle: cycle.replace("MMFF", "MFFF"), anchor_confirmed: 0 })
			.where("id", "=", "4turnos_7dias")
			.execute();
		expect(await open(cookie)).toRedirectTo("/my-shift/find?diagram=4turnos_7dias&again=1");
		await db.updateTable("diagramas").set({ cycle }).where("id", "=", "4turnos_7dias").execute();
		await db.updateTable("diagramas").set({ anchor_confirmed: 0 }).execute();
	});

	test("can delete the calendar", async () => {
		const headers = cookieOf(await confirm("4turnos_7dias.C"));
		const forgotten = await responseOf(() =>
			action(argsFor(PATH, {}, formOf({ intent: "forget", mine: "4turnos_7dias.C" }, headers))),
		);
		expect(forgotten).toRedirectTo(PATH);
		expect(await open(cookieOf(forgotten))).toRedirectTo("/my-shift/find");
	});

	test.each([
		"",
		"4turnos_7dias",
		"4turnos_7dias.E",
		"nada.A",
		"4turnos_7dias.2026-02-30",
		"4turnos_7dias.2026-11-02",
		"4turnos_7dias.2026-11-02.x",
		"4turnos_7dias.A.x",
		"x".repeat(5000),
	])("gets status 400 and no cookie for the malformed calendar %j", async (mine) => {
		const refused = await confirm(mine);
		expect(refused.status).toBe(400);
		expect(refused.headers.getSetCookie()).toEqual([]);
	});
});

describe("Mis doce meses", () => {
	const monthsOf = async (headers: Record<string, string>) => {
		const response = await responseOf(() => openCalendar(argsFor(`${PATH}/calendar`, {}, { headers })));
		expect(response.status).toBe(200);
		const html = renderToStaticMarkup(createElement(MyMonths, await response.json()));
		return { html, expires: response.headers.get("Expires") };
	};

	test("asks a visitor without a calendar for today's shift", async () => {
		const response = await responseOf(() => openCalendar(argsFor(`${PATH}/calendar`)));
		expect(response).toRedirectTo("/my-shift/find");
	});

	test("a day with an unknown shift has a name", () => {
		const calendar = { rotations: [{ since: "1970-01-01" }], ownDays: [] };
		const months = twelveMonths(2027, TODAY);
		const html = renderToStaticMarkup(
			createElement(MyMonths, { months, calendar, today: TODAY, holidays: [] }),
		);
		expect(html.split('aria-label="Turno desconocido"')).toHaveLength(365 + 1);
	});

	test("marks the holidays, and no other day", () => {
		const calendar = { rotations: [{ since: "1970-01-01" }], ownDays: [] };
		const holidays = [
			{ date: "2027-01-01", name: "Año nuevo", kind: "feriado", confirmed: true, source: "Ley" },
		] as const;
		const months = twelveMonths(2027, TODAY);
		const html = renderToStaticMarkup(createElement(MyMonths, { months, calendar, today: TODAY, holidays }));
		const marked = Array.from(html.matchAll(/<td class="holiday[^>]*>.*?<\/td>/g), ([cell]) => cell);
		expect(marked).toHaveLength(1);
		expect(marked[0]).toContain('2027-01#d1"');
	});

	test("shows a user whose calendar is only in the cookie the shifts of the cookie", async () => {
		const { headers } = await signedInUser();
		const { html } = await monthsOf({ Cookie: `${headers.Cookie}; mine=4turnos_7dias.C` });
		expect(html).not.toContain("Turno desconocido");
		expect(html).toBe((await monthsOf({ Cookie: "mine=4turnos_7dias.C" })).html);
	});

	test("shows every day of twelve months from the current one on, also for a position of no crew", async () => {
		const four = await diagram();
		const { html, expires } = await monthsOf({ Cookie: `mine=${await ownPosition(1)}` });
		const letters = Array.from(
			html.matchAll(/<td class="(?:holiday )?(\w)"[^>]*><a [^>]*>\d/g),
			([, letter]) => letter,
		).join("");
		const own = { diagram: four, start: addDays(four.anchor, 1) };
		const days = Array.from({ length: 365 }, (_, index) => addDays("2026-11-01", index));
		expect(letters).toBe(days.map((day) => letterOn(own, day)).join(""));
		expect(html).not.toContain("escuadra");
		// The page is requested at 10:00 (13:00 GMT), and expires at the next full hour.
		expect(expires).toBe("Sat, 21 Nov 2026 14:00:00 GMT");
	});

	test("shows a user's own days (vacation and the like) in place of the shifts", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const days = { firstDay: "2026-12-30", lastDay: "2027-01-12" };
		const values = { kind: "vacaciones", crew: null, note: "", ...days } as const;
		await saveOwnDay({ userId: user.id, id: crypto.randomUUID() }, values);
		const { html } = await monthsOf(headers);
		expect(html.match(/<b>Vacaciones<\/b>, del 30\/12\/2026 al 12\/01\/2027/g)).toHaveLength(2);
		const january = html.slice(html.indexOf("Enero 2027</a></h2>"), html.indexOf("Febrero 2027</a></h2>"));
		const letters = Array.from(
			january.matchAll(/<td class="(?:holiday )?own"><a [^>]*>\d+.*?>(\w)</g),
			([, tag]) => tag,
		);
		expect(letters.join("")).toBe("V".repeat(12));
	});

	test("lists no own day of a past week, which a phone hides", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		for (const [firstDay, lastDay] of [
			["2026-11-02", "2026-11-15"],
			["2026-11-20", "2026-11-22"],
		] as const) {
			const values = { kind: "vacaciones", crew: null, note: "", firstDay, lastDay } as const;
			await saveOwnDay({ userId: user.id, id: crypto.randomUUID() }, values);
		}
		const { html } = await monthsOf(headers);
		expect(html).toContain("<b>Vacaciones</b>, del 20/11/2026 al 22/11/2026");
		expect(html).not.toContain("02/11/2026");
	});
});

test("during last night's shift, the relief is that of this shift", async () => {
	const four = await diagram();
	const nights = crewsOf(four).map((crew) => ({
		crew,
		days: Array.from({ length: 40 }, (_, index) => addDays(TODAY, index)).filter(
			(day) => letterOn(rotationOf(four, crew), day) === "N",
		),
	}));
	for (const { crew, days } of nights)
		for (const day of days) {
			const clock = { today: addDays(day, 1), minute: 120 };
			const { relief, now } = answersAt(calendarOf(rotationOf(four, crew)), clock, []);
			expect(now).toMatchObject({ date: day, letter: "N", endsAt: "06:00", minutesLeft: 240 });
			// The crew of the morning shift relieves the night shift.
			const next = crewsOf(four).find((other) => letterOn(rotationOf(four, other), clock.today) === "M");
			expect(relief?.relievedBy).toBe(next);
		}
});

describe("a signed-in user", () => {
	test("stores the confirmed crew in the profile", async () => {
		const { user, headers } = await signedInUser();
		const confirmed = await confirm("5turnos_6dias.E", headers);
		expect(confirmed.headers.getSetCookie()).toEqual([]);
		expect((await answersOf(await open(headers))).crew).toBe("E");
		// Another browser of the user shows the same answers.
		expect((await answersOf(await open(await signedIn(user)))).crew).toBe("E");
	});

	test("who chose a crew in the profile is asked once whether its shifts are right, whatever the answer", async () => {
		const isAsked = async (headers: Record<string, string>) => (await (await open(headers)).json()).isUnsure;
		const isDiagramUnsure = async (headers: Record<string, string>, id = "4turnos_7dias") => {
			const shown = await responseOf(() => openDiagram(argsFor(`/diagrams/${id}`, { id }, { headers })));
			return (await shown.json()).isUnsure;
		};
		const differs = (mine: string, headers: Record<string, string>) =>
			responseOf(() => action(argsFor(PATH, {}, formOf({ intent: "differs", mine }, headers))));
		const mate = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		for (const [answer, next] of [
			[confirm, PATH],
			[differs, "/my-shift/find?diagram=4turnos_7dias"],
		] as const) {
			const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
			expect([await isAsked(headers), await isDiagramUnsure(headers)]).toEqual([true, true]);
			for (const another of ["2turnos.A", "4turnos_7dias.B"]) await differs(another, headers);
			expect(await isAsked(headers)).toBe(true);
			expect(await answer("4turnos_7dias.A", headers)).toRedirectTo(next);
			expect([await isAsked(headers), await isDiagramUnsure(headers)]).toEqual([false, false]);
			expect(await isDiagramUnsure(headers, "2turnos")).toBe(true);
			await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" });
			expect(await isAsked(headers)).toBe(true);
			await confirm("4turnos_7dias.B", headers);
			expect([await isAsked(headers), await isDiagramUnsure(headers)]).toEqual([false, false]);
		}
		expect(await isAsked(mate.headers)).toBe(true);
		expect((await differs("6turnos.A", {})).status).toBe(400);
	});

	test.each([
		["anchor", { anchor: "2024-01-02" }],
		["cycle", { cycle: "MMMMMMFFTTTTTTFFNNNNNNFF", offset: 6 }],
	])("is asked again when the %s of the diagram changes", async (_name, change) => {
		const { headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await confirm("4turnos_7dias.A", headers);
		const before = await diagram();
		await correctDiagrams([{ ...before, ...change }]);
		expect((await (await open(headers)).json()).isUnsure).toBe(true);
		await correctDiagrams([before]);
	});

	test("is asked anew if the page that was answered showed shifts that an operator has corrected since", async () => {
		const before = await diagram();
		const [shown, now] = [before, { ...before, cycle: "MMMMMMFFTTTTTTFFNNNNNNFF", offset: 6 }].map(
			lettersText,
		);
		const page = { diagram: before, crew: "A", isOwn: true, isUnsure: true } as const;
		expect(htmlNow(createElement(CrewQuestion, page))).toContain(`name="shown" value="${shown}"`);
		await correctDiagrams([{ ...before, cycle: "MMMMMMFFTTTTTTFFNNNNNNFF", offset: 6 }]);
		for (const [intent, answered, text, isUnsure] of [
			["matches", shown, /^No se guardó: tu diagrama/, true],
			["differs", shown, /^No se guardó: tu diagrama/, true],
			["", shown, undefined, true],
			["matches", now, undefined, false],
			["differs", now, undefined, false],
			["", now, undefined, false],
		] as const) {
			const { headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
			const fields = { intent, mine: "4turnos_7dias.A", shown: answered ?? "" };
			const response = await responseOf(() => action(argsFor(PATH, {}, formOf(fields, headers))));
			expect((await toastOf(response))?.text).toEqual(text && expect.stringMatching(text));
			expect((await (await open(headers)).json()).isUnsure).toBe(isUnsure);
		}
		await correctDiagrams([before]);
	});

	test("nobody is asked about a diagram that an operator has confirmed", async () => {
		const before = await diagram();
		await correctDiagrams([{ ...before, anchorConfirmed: true }]);
		const { headers } = await signedInUser({ diagram: before.id, crew: "A" });
		expect((await (await open(headers)).json()).isUnsure).toBe(false);
		const shown = await responseOf(() => openDiagram(argsFor(`/diagrams/${before.id}`, { id: before.id })));
		expect((await shown.json()).isUnsure).toBe(false);
		await correctDiagrams([before]);
	});

	test("gets the shifts that the form showed, even if an operator has corrected the diagram meanwhile", async () => {
		const before = await diagram();
		const confirmed = { ...before, anchorConfirmed: true };
		await correctDiagrams([confirmed]);
		const shown = rotationText(rotationOf(confirmed, "C"), TODAY);
		await correctDiagrams([{ ...confirmed, anchor: addDays(before.anchor, before.offset) }]);
		const { headers } = await signedInUser();
		await confirm(shown, headers);
		expect((await answersOf(await open(headers))).crew).toBe("B");
		await correctDiagrams([before]);
	});

	test("whose diagram another tab has changed since the page asked keeps it when the page is answered", async () => {
		const asked = { intent: "matches", mine: "4turnos_7dias.A" };
		for (const now of [
			{ diagram: "2turnos", crew: "B" },
			{ diagram: "4turnos_7dias", crew: "C" },
			{ diagram: "4turnos_7dias", crew: "A", cycle_start: TODAY },
		]) {
			const { user, headers } = await signedInUser(now);
			const answer = await responseOf(() => action(argsFor(PATH, {}, formOf(asked, headers))));
			expect((await toastOf(answer))?.text).toMatch(/^No se guardó: tu diagrama o tu escuadra cambiaron/);
			const row = db.selectFrom("users").selectAll().where("id", "=", user.id);
			expect(await row.executeTakeFirst()).toMatchObject({ ...now, answered_anchor: null });
		}
		const { headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await responseOf(() => action(argsFor(PATH, {}, formOf(asked, headers))));
		expect((await (await open(headers)).json()).isUnsure).toBe(false);
	});

	test("who is offered the shifts of the browser keeps those that another phone has chosen since", async () => {
		const html = htmlNow(createElement(KeepShifts, { diagram: await diagram(), crew: "A", mine: "" }));
		const fields = Array.from(html.matchAll(/ name="(\w+)" value="([^"]+)"/g), ([, name, value]) => [
			name,
			value,
		]);
		const answer = async (values: Parameters<typeof makeUser>[0]) => {
			const { user, headers } = await signedInUser(values);
			const Cookie = `${headers.Cookie}; mine=4turnos_7dias.A`;
			const press = action(argsFor(PATH, {}, formOf(Object.fromEntries(fields), { Cookie })));
			return { text: (await toastOf(await responseOf(() => press)))?.text, now: await findUserById(user.id) };
		};
		for (const chosen of [
			{ diagram: "3turnos", crew: "C" },
			{ diagram: "4turnos_7dias", crew: "B" },
			{ diagram: "3turnos", crew: null },
		])
			expect(await answer(chosen)).toMatchObject({
				text: expect.stringMatching(/^No se guardó: tu diagrama o tu escuadra cambiaron/),
				now: chosen,
			});
		for (const without of [{}, { diagram: "4turnos_7dias" }, { diagram: "4turnos_7dias", crew: "A" }])
			expect(await answer(without)).toMatchObject({
				text: undefined,
				now: { diagram: "4turnos_7dias", crew: "A" },
			});
	});

	test.each(["forget", "matches"])(
		"whose profile is saved while '%s' is under way keeps it",
		async (intent) => {
			const start = intent === "forget" ? TODAY : null;
			const { user, headers } = await signedInUser({
				diagram: "4turnos_7dias",
				crew: "A",
				cycle_start: start,
			});
			const mine = start ? rotationText({ diagram: await diagram(), start }, TODAY) : "4turnos_7dias.A";
			const late = db.transaction();
			const execute = late.execute.bind(late);
			late.execute = async (work) => {
				await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "2turnos", crew: "B" });
				return execute(work);
			};
			vi.spyOn(db, "transaction").mockReturnValueOnce(late);
			const answer = await responseOf(() => action(argsFor(PATH, {}, formOf({ intent, mine }, headers))));
			expect((await toastOf(answer))?.text).toMatch(
				/^No se (borró|guardó): tu diagrama o tu escuadra cambiaron/,
			);
			expect(await findUserById(user.id)).toMatchObject({ diagram: "2turnos", crew: "B", cycleStart: null });
		},
	);

	test("stores a personal position in place of the crew, until the profile gets another crew", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await confirm(await ownPosition(1), headers);
		expect((await answersOf(await open(headers))).crew).toBeUndefined();
		expect(await (await open(headers)).json()).toMatchObject({ source: "position", isUnsure: false });
		const id = "4turnos_7dias";
		const shown = await responseOf(() => openDiagram(argsFor(`/diagrams/${id}`, { id }, { headers })));
		expect((await shown.json()).isUnsure).toBe(false);
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "A" });
		expect((await answersOf(await open(headers))).crew).toBeUndefined();
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" });
		expect((await answersOf(await open(headers))).crew).toBe("B");
	});

	test("who finds the shifts of the crew in the profile has them as a personal position, whatever its letter", async () => {
		const { headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await confirm(await ownPosition(0), headers);
		expect(await (await open(headers)).json()).toMatchObject({ source: "position" });
	});

	test.each([
		[
			"a crew that the diagram lacks",
			{ diagram: "4turnos_7dias", crew: "E" },
			"?diagram=4turnos_7dias&again=1",
		],
		["an own cycle that nobody can read", { own_cycle: "propio-0F", cycle_start: "2026-11-20" }, ""],
	])("whose profile has %s is asked for the shift", async (_, profile, query) => {
		const { headers } = await signedInUser(profile);
		expect(await open(headers)).toRedirectTo(`/my-shift/find${query}`);
	});

	test("a position that no crew of a confirmed diagram has applies from today on", async () => {
		await db.updateTable("diagramas").set({ anchor_confirmed: 1 }).execute();
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		await confirm(await ownPosition(3), headers);
		const [first, ...others] = await listDatedRotations(user.id);
		expect(first).toMatchObject(rotationOf(await diagram(), "A"));
		expect(others).toMatchObject([{ since: TODAY }]);
		await db.updateTable("diagramas").set({ anchor_confirmed: 0 }).execute();
	});

	test("loses the personal position when the profile gets another diagram", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias" });
		await confirm(await ownPosition(1), headers);
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "2turnos" });
		expect(await open(headers)).toRedirectTo("/my-shift/find?diagram=2turnos&again=1");
	});

	test("returns from a personal position to the crew in the profile", async () => {
		const { headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const mine = await ownPosition(1);
		await confirm(mine, headers);
		await responseOf(() => action(argsFor(PATH, {}, formOf({ intent: "forget", mine }, headers))));
		expect((await answersOf(await open(headers))).crew).toBe("A");
		expect((await (await open(headers)).json()).isUnsure).toBe(true);
	});

	test("gets overtime hints by the user's own shifts, not by a crew's", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const text = await ownPosition(15);
		await confirm(text, headers);
		const mine = { diagram: await diagram(), start: text.split(".")[1] ?? "" };
		const own = await listDatedRotations(user.id);
		for (let ahead = 0; ahead < mine.diagram.cycle.length; ahead++) {
			const date = addDays(TODAY, ahead);
			expect(dayOf({ rotations: own, ownDays: [] }, date).letter).toBe(letterOn(mine, date));
		}
	});

	test("finding the real position in an unconfirmed diagram also corrects the past, in the calendar feed too", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const text = await ownPosition(3);
		await confirm(text, headers);
		const start = text.split(".")[1];
		expect(await listDatedRotations(user.id)).toMatchObject([{ since: "1900-01-01", start }]);
		expect((await listDayChanges(user.id, "2026-10-01", "2027-11-30")).size).toBe(426);
		// The user already has a personal position (own start of the cycle), which the first `confirm` has stored. Another
		// position does not correct the past: it applies only from today on.
		await confirm(await ownPosition(9), headers);
		expect(await listDatedRotations(user.id)).toMatchObject([{ start }, { since: TODAY }]);
	});

	test("a position that is found again some cycles later is the same, and changes nothing", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const four = await diagram();
		const rotation = { diagram: four, start: addDays(four.anchor, 3) };
		await confirm(rotationText(rotation, TODAY), headers);
		const before = await listDatedRotations(user.id);
		await confirm(rotationText(rotation, addDays(TODAY, 300)), headers);
		expect(await listDatedRotations(user.id)).toEqual(before);
	});

	test("a position in another diagram is no correction, and keeps no letter of the former one", async () => {
		const { user, headers } = await signedInUser({ diagram: "2turnos", crew: "A" });
		await confirm(await ownPosition(3), headers);
		const [first, ...others] = await listDatedRotations(user.id);
		expect(first).toMatchObject(rotationOf(await diagram("2turnos"), "A"));
		expect(others).toMatchObject([{ since: TODAY }]);
		expect(await findUserById(user.id)).toMatchObject({ diagram: "4turnos_7dias", crew: null });
	});

	test("a position that is found after a time without a crew corrects nothing of that time", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		vi.setSystemTime(new Date("2026-09-01T13:00:00Z"));
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: null });
		vi.setSystemTime(new Date("2026-11-21T13:00:00Z"));
		await confirm(await ownPosition(3), headers);
		const since = (await listDatedRotations(user.id)).map((rotation) => rotation.since);
		expect(since).toEqual(["1900-01-01", "2026-09-01", TODAY]);
	});

	test("a correction leaves the crew before the wrong one unchanged", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		vi.setSystemTime(new Date("2026-09-01T13:00:00Z"));
		await updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" });
		vi.setSystemTime(new Date("2026-11-21T13:00:00Z"));
		const text = await ownPosition(3);
		await confirm(text, headers);
		const [first, ...others] = await listDatedRotations(user.id);
		expect(first).toMatchObject(rotationOf(await diagram(), "A"));
		expect(others).toMatchObject([{ since: "2026-09-01", start: text.split(".")[1] }]);
		expect((await listDayChanges(user.id, "2026-08-30", "2026-09-02")).get("2026-09-01")).toBe(Date.now());
	});

	test("still works the night shift of the crew that the user had until yesterday", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const four = await diagram();
		const crews = crewsOf(four);
		const nightOf = (crew: string) =>
			letterOn(rotationOf(four, crews.find((each) => each === crew) ?? "A"), TODAY);
		const night = crews.find((crew) => nightOf(crew) === "N") ?? "";
		const other = crews.find((crew) => crew !== night) ?? "";
		const setCrew = (crew: string) =>
			updateProfile(user.id, { realName: "Ramona Fernández", diagram: "4turnos_7dias", crew });
		await setCrew(night);
		// In Buenos Aires it is 00:30 of 22 November, and the night shift of TODAY, 21 November, is still running.
		vi.setSystemTime(new Date("2026-11-22T03:30:00Z"));
		const before = (await answersOf(await open(headers))).answers;
		expect(before.now).toMatchObject({ date: TODAY, letter: "N" });
		await setCrew(other);
		const page = await answersOf(await open(headers));
		expect(page.crew).toBe(other);
		expect(page.answers.now).toEqual(before.now);
	});

	test("without a crew in the profile uses the cookie only if it has the same diagram", async () => {
		const { Cookie } = cookieOf(await confirm("4turnos_7dias.C"));
		const open = async (diagram: string) => {
			const { headers } = await signedInUser({ diagram });
			return responseOf(() =>
				loader(argsFor(PATH, {}, { headers: { Cookie: `${headers.Cookie}; ${Cookie}` } })),
			);
		};
		expect((await answersOf(await open("4turnos_7dias"))).crew).toBe("C");
		expect(await open("2turnos")).toRedirectTo("/my-shift/find?diagram=2turnos&again=1");
	});

	test("does not change the calendar of another user", async () => {
		const other = await makeUser({ diagram: "2turnos", crew: "B" });
		await confirm("4turnos_7dias.C", (await signedInUser()).headers);
		const { request } = argsFor(PATH, {}, { headers: await signedIn(other) });
		expect((await findMyRotation(request, await findSessionUser(request)))?.rotation.diagram.id).toBe(
			"2turnos",
		);
	});
});

describe("¿Qué turno tenés hoy?", () => {
	const ask = async (query: string) => {
		const args = argsFor(`${PATH}/find${query}`);
		const response = await responseOf(() => find(args));
		expect(response.status).toBe(200);
		return (await response.json()).step;
	};

	test("asks for the diagram, then for today's shift, then for what is still ambiguous", async () => {
		expect(Object.keys(await ask(""))).toEqual(["ask", "diagrams"]);
		expect(await ask("?diagram=4turnos_7dias")).toMatchObject({
			ask: "letter",
			letters: ["M", "T", "N", "F"],
		});
		expect(await ask(`?diagram=4turnos_7dias&shift=M${ON}`)).toMatchObject({ ask: "day", days: 7 });
		expect(await ask(`?diagram=4turnos_7dias&shift=F${ON}`)).toMatchObject({ ask: "return" });
	});

	test("after the shift, offers first the diagrams that have it", async () => {
		const labels = async (query: string) =>
			(await ask(query)).diagrams.map(({ label }: { label: string }) => label);
		const all = await labels("");
		const afternoon = await labels(`?shift=T${ON}`);
		expect(afternoon.toSorted()).toEqual(all.toSorted());
		expect(afternoon[0]).not.toContain("12 horas");
		expect(afternoon.at(-1)).toContain("12 horas");
		expect((await labels(`?shift=D${ON}`))[0]).toContain("12 horas");
		expect(await labels("?shift=T&date=2020-01-01")).toEqual(all);
	});

	test.each(["A", "B", "C", "D"] as const)("the true answers of crew %s find its shifts", async (crew) => {
		const rotation = rotationOf(await diagram(), crew);
		const letterOf = (ahead: number) => letterOn(rotation, addDays(TODAY, ahead));
		const shift = letterOf(0);
		let query = `?diagram=4turnos_7dias&shift=${shift}${ON}`;
		if (shift === "F") {
			let ahead = 1;
			while (letterOf(ahead) === "F") ahead++;
			query += `&returnDate=${addDays(TODAY, ahead)}&returnShift=${letterOf(ahead)}`;
		} else {
			let day = 1;
			while (letterOf(-day) === shift) day++;
			query += `&day=${day}`;
		}
		const step = await ask(query);
		expect(step).toMatchObject({ ask: "confirm", crew });
		// No operator has confirmed the start of crew A's cycle, so `mine` contains the start of the visitor's own
		// cycle instead of a crew.
		expect(step.mine).toMatch(/^4turnos_7dias\.2026-\d\d-\d\d\.\w+$/);
		const page = htmlNow(createElement(FindStep, { step }));
		expect(page).toMatch(
			/<h2>[^<:]+: el domingo 22, (turno (mañana|tarde|noche)|franco)\. ¿Está bien\?<\/h2>/,
		);
		const kept = await answersOf(await open(cookieOf(await confirm(step.mine))));
		expect(kept.crew).toBeUndefined();
		expect(kept.answers.week.map(({ letter }) => letter)).toEqual([0, 1, 2, 3, 4, 5, 6].map(letterOf));
	});

	test("says, until the last night shift of the diagram ends, that this shift belongs to the day before", async () => {
		const isNight = async (time: string, told = "") => {
			vi.setSystemTime(new Date(`${TODAY}T${time}-03:00`));
			const args = argsFor(`${PATH}/find?diagram=4turnos_7dias${told && `&shift=${told}${ON}`}`);
			return (await (await responseOf(() => find(args))).json()).step.isNight;
		};
		expect([await isNight("05:59"), await isNight("06:00")]).toEqual([true, false]);
		expect([await isNight("05:59", "N"), await isNight("05:59", "M"), await isNight("05:59", "F")]).toEqual([
			true,
			false,
			false,
		]);
		const { hours } = await diagram();
		const setHours = (stored: typeof hours) =>
			db
				.updateTable("diagramas")
				.set({ hours: JSON.stringify(stored) })
				.where("id", "=", "4turnos_7dias")
				.execute();
		await setHours({ ...hours, N: ["23:00", "07:00"] });
		expect([await isNight("06:59"), await isNight("07:00")]).toEqual([true, false]);
		await setHours(hours);
	});

	test("if the answers fit several calendars, asks which week is the worker's", async () => {
		const step = await ask(`?diagram=4turnos_7dias&shift=F${ON}&returnDate=${addDays(TODAY, 1)}`);
		expect(step).toMatchObject({ ask: "week" });
		const returns = step.found.map(({ week }: { week: { letter: string }[] }) => week[1]?.letter);
		expect(returns.toSorted()).toEqual(["M", "N", "T"]);
		const untilMornings = await ask(`?diagram=4turnos_7dias&shift=F${ON}&returnShift=M`);
		expect(untilMornings).toMatchObject({ ask: "week", found: [{}, {}, {}] });
		const before = await diagram("2turnos");
		await correctDiagrams([{ ...before, cycle: "MMMMMFFMMMMMFFTTTTTFFTTTTTFF", offset: 14 }]);
		const { found } = await ask(`?diagram=2turnos&shift=M${ON}&day=1`);
		expect(new Set(found.map(({ week }: { week: unknown }) => JSON.stringify(week))).size).toBe(2);
		await correctDiagrams([before]);
	});

	test("contradictory answers give a link to start again", async () => {
		expect(await ask(`?diagram=4turnos_7dias&shift=M&day=9${ON}`)).toMatchObject({ ask: "again" });
	});

	test("malformed answers count as missing", async () => {
		expect(await ask(`?diagram=4turnos_7dias&shift=X${ON}`)).toMatchObject({ ask: "letter" });
		expect(await ask(`?diagram=4turnos_7dias&shift=M&day=%F0%9F%94%A5${ON}`)).toMatchObject({ ask: "day" });
	});

	test("answers for another day are asked again", async () => {
		expect(await ask("?diagram=4turnos_7dias&shift=M&day=2&date=2026-11-20")).toMatchObject({
			ask: "letter",
		});
	});

	test('with a confirmed anchor one answer suffices, and after "No" every position can be found', async () => {
		await db.updateTable("diagramas").set({ anchor_confirmed: 1 }).execute();
		const shift = letterOn(rotationOf(await diagram("2turnos"), "A"), TODAY);
		expect(await ask(`?diagram=2turnos&shift=${shift}${ON}`)).toMatchObject({
			ask: "confirm",
			crew: "A",
			isCrewSure: true,
		});
		const again = await ask(`?diagram=2turnos&shift=${shift}${ON}&all=1`);
		expect(again).toMatchObject({ ask: "day", path: expect.stringMatching(/&all=1$/) });
		const steps = await Promise.all(
			[1, 2, 3, 4, 5, 6].map((day) => ask(`?diagram=2turnos&shift=${shift}${ON}&all=1&day=${day}`)),
		);
		expect(steps.filter(({ crew }) => crew)).toMatchObject([{ crew: "A", isCrewSure: true }]);
		await db.updateTable("diagramas").set({ anchor_confirmed: 0 }).execute();
	});

	test("an unknown diagram has no page", async () => {
		const args = argsFor(`${PATH}/find?diagram=nada`);
		expect((await responseOf(() => find(args))).status).toBe(404);
	});
});

test("the days to come begin yesterday, and lead who has no shifts to the question for them", async () => {
	const openDays = (headers: Record<string, string>) =>
		responseOf(() => comingDays(argsFor(`${PATH}/days`, {}, { headers })));
	const { days } = await (await openDays({ Cookie: "mine=4turnos_7dias.C" })).json();
	expect([days.length, days[0].date]).toEqual([120, "2026-11-20"]);
	const { headers } = await signedInUser();
	for (const visitor of [headers, {}]) expect(await openDays(visitor)).toRedirectTo("/my-shift/find");
});

describe("a month of one's own", () => {
	const openMine = (month: string, headers: Record<string, string> = {}) =>
		responseOf(() => openMonth(argsFor(`${PATH}/calendar/${month}`, { month }, { headers })));

	test("of a user is the month in which own days are added, with last night's before its first day", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const values = {
			kind: "licencia",
			firstDay: "2026-11-30",
			lastDay: "2026-12-02",
			crew: null,
			note: "",
		} as const;
		await saveOwnDay({ userId: user.id, id: crypto.randomUUID() }, values);
		expect(await openMine("2026-12", headers)).toRedirectTo("/auth/my-days?month=2026-12");
		const { calendar, holidays } = await (
			await responseOf(() => myDays(argsFor("/auth/my-days?month=2026-12", {}, { headers })))
		).json();
		expect(calendar.ownDays).toMatchObject([{ kind: "licencia", firstDay: "2026-11-30" }]);
		expect(holidays.map(({ date }: { date: string }) => date)).toContain("2026-12-25");
	});

	test("is found by a visitor's cookie, until the next full hour", async () => {
		const response = await openMine("2027-02", { Cookie: "mine=4turnos_7dias.C" });
		expect(await response.json()).toMatchObject({
			who: "4 turnos de 7 días, escuadra C. Según un diagrama sin confirmar por la planta.",
			month: "2027-02",
		});
		expect(response.headers.get("Expires")).toBe("Sat, 21 Nov 2026 14:00:00 GMT");
	});

	test("has no neighbour beyond the shown years", () => {
		const linksOf = (shown: string) => {
			const links = { shown, today: "2026-11-21", hrefOf: (month: string) => month };
			const html = renderToStaticMarkup(createElement(StepLinks, links));
			return Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, month]) => month);
		};
		expect(linksOf("2026-12")).toEqual(["2026-11", "2027-01"]);
		expect(linksOf("2020-01")).toEqual(["2020-02"]);
		expect(linksOf("2031-12")).toEqual(["2031-11"]);
	});

	test.each(["2026-13", "2026-1", "2019-12", "2032-01", "x", ""])("%j is not found", async (month) => {
		expect((await openMine(month, { Cookie: "mine=4turnos_7dias.C" })).status).toBe(404);
	});

	test("asks a visitor without a calendar for today's shift", async () => {
		expect(await openMine("2026-12")).toRedirectTo("/my-shift/find");
	});
});
