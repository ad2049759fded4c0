import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { saveAgreement } from "~/features/agreement/agreements.server";
import { findUserById } from "~/features/auth/users.server";
import { MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import type { ListedPeriod } from "~/features/extras/list/period-card";
import { lawRates } from "~/features/law/rates";
import { PeriodPage } from "~/features/pay/periods/period-page";
import { findPeriodOn, MAX_SLIPS } from "~/features/pay/slips/slips.server";
import { db, sqlite } from "~/lib/database/db.server";
import { eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import { DELETED } from "~/lib/records/save-record-form.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as exportData } from "~/routes/auth.export";
import { action, loader } from "~/routes/auth.my-pay";
import { loader as sheet } from "~/routes/auth.work-overtime";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { extraRow, insertExtras, paidAt, sumsOf } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { watchStatements } from "../../support/statements";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";
import { unzip } from "../../support/unzip";

const H = 60;
const PAY = "/auth/my-pay";
const PERIODS = `${PAY}?view=periods`;
const addressOf = (start: string) => `${PAY}?period=${start}`;
const OCTOBER = "2026-10-01";
const paid = { compensation: "pago" as const };

let user: { id: string };
let headers: { Cookie: string };

beforeEach(async () => {
	vi.useFakeTimers({ now: new Date("2026-11-20T18:00:00Z"), toFake: ["Date"] });
	user = await makeUser();
	headers = await signedIn(user);
});
afterEach(() => {
	vi.useRealTimers();
});

const put = (...extras: Parameters<typeof extraRow>[1][]) =>
	db
		.insertInto("extras")
		.values(extras.map((values) => extraRow(user.id, values)))
		.execute();
const read = async (path: string, who: HeadersInit) => {
	const response = await responseOf(() => loader(argsFor(path, {}, { headers: who })));
	return response.status === 200 ? evened(await response.json()) : response;
};
/** The page with all periods; the page of a period; what a form of that page and its buttons do. */
const open = (search = "", who = headers) => read(PERIODS + search, who);
const openPeriod = (day: string, search = "", who = headers) => read(addressOf(day) + search, who);
const send = (start: string, fields: Record<string, string>, who = headers) =>
	responseOf(() => action(argsFor(addressOf(start), {}, formOf(fields, who))));
const press = (intent: string, idFile: string, who = headers) => send(idFile, { intent, idFile }, who);
const insertSlips = async (count: number) => {
	const slips = Array.from({ length: count }, (_, index) => {
		const day = addDays("1990-01-01", index);
		const values = { ...paidAt(0), created_at: 1, updated_at: 1 };
		return { user_id: user.id, period_start: day, period_end: day, ...values };
	});
	for (let start = 0; start < slips.length; start += 500)
		await db
			.insertInto("slips")
			.values(slips.slice(start, start + 500))
			.execute();
};
const insertHourValue = () =>
	db
		.insertInto("hour_values")
		.values({
			user_id: user.id,
			since: "2026-01-01",
			centavos: 100_000,
			divisor: null,
			created_at: 1,
			updated_at: 1,
		})
		.execute();
const rows = () => db.selectFrom("slips").selectAll().where("user_id", "=", user.id).execute();
const titles = (page: { entries: { title: string }[] }) => page.entries.map(({ title }) => title);

describe("a visitor without a session", () => {
	test("is redirected to the login from the pages, and from their buttons", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(addressOf(OCTOBER))}`;
		expect(await openPeriod(OCTOBER, "", { Cookie: "" })).toRedirectTo(login);
		expect((await press("settle", OCTOBER, { Cookie: "" })).headers.get("Location")).toMatch(/^.auth.login/);
		expect((await open("", { Cookie: "" })).headers.get("Location")).toMatch(/^.auth.login/);
	});

	test("who sends the form gets it back as typed, with sign-in fields", async () => {
		const typed = { end: "2026-10-31", hours50: "10", amount: "45.000" };
		const response = await send(OCTOBER, typed, { Cookie: "" });
		expect(response.status).toBe(401);
		expect((await response.json()).signedOut.typed).toEqual(typed);
	});

	test("and a user of another account see and change nothing of this user", async () => {
		await put({ date: "2026-10-05", ...paid });
		await send(OCTOBER, { hours50: "4" });
		const other = await signedIn(await makeUser());
		expect(await open("", other)).toMatchObject({ hasSlips: false, summary: null });
		const theirs = await openPeriod(OCTOBER, "", other);
		expect([theirs.slip, theirs.logged]).toEqual([undefined, "No anotaste ninguna hora con pago"]);
		expect((await openPeriod(OCTOBER, "&intent=delete", other)).status).toBe(404);
		expect((await send(OCTOBER, { intent: "delete" }, other)).status).toBe(404);
		expect((await press("settle", OCTOBER, other)).status).toBe(404);
		expect(await press("delete", OCTOBER, other)).toRedirectTo(PAY);
		await send(OCTOBER, { hours50: "2" }, other);
		expect((await press("settle", OCTOBER, other)).status).toBe(303);
		expect(await rows()).toMatchObject([{ ...paidAt(240), settled_on: null }]);
	});
});

describe("the ledger of pay slips", () => {
	test("shows the current and the last period to a new user, and explains how to begin", async () => {
		const page = await open();
		expect(titles(page)).toEqual(["Noviembre de 2026", "Octubre de 2026"]);
		expect(page).toMatchObject({ hasSlips: false, summary: null, isFirstPage: true });
		expect(page.next).toBeUndefined();
	});

	test("compares a slip with the extras up to today that are paid or have no compensation", async () => {
		await put(
			{ date: "2026-10-05", ...paid },
			{ date: "2026-10-11", minutes: 8 * H, minutes_100: 8 * H, ...paid },
			{ date: "2026-10-12", compensation: "franco" },
			{ date: "2026-10-13", compensation: "banco" },
			{ date: "2026-10-14", doubts: '["no-compensation"]' },
			{ date: "2026-11-30", ...paid },
		);
		expect(
			await send(OCTOBER, { hours50: "5", hours100: "8", daysOff: "3", amount: "45.000,5" }),
		).toRedirectTo(addressOf(OCTOBER));
		expect((await open()).entries).toMatchObject([
			{ title: "Noviembre de 2026", isRunning: true, logged: "ninguna hora con pago" },
			{
				title: "Octubre de 2026",
				isRunning: false,
				logged: "16 h al 50 %, 8 h al 100 % ?",
				verdict: "Faltan 11 h ?",
			},
		]);
		expect(await openPeriod("2026-11-20")).toMatchObject({
			title: "Noviembre de 2026",
			isRunning: true,
			logged: "Hasta ahora: ninguna hora con pago",
			leftOut: ["1 extra que todavía no terminó."],
		});
		const october = await openPeriod(OCTOBER);
		expect(october).toMatchObject({
			title: "Octubre de 2026",
			isRunning: false,
			slip: {
				verdict: "Faltan 11 h ?",
				lines: [
					{ name: "Al 50 %", logged: "16 h", onSlip: "5 h", difference: "11 h menos en el recibo" },
					{
						name: "Al 100 %",
						logged: "8 h",
						onSlip: "8 h",
						difference: "coincide, con extras sin confirmar",
					},
					{
						name: "Francos, contando un franco por extra",
						logged: "1 franco",
						onSlip: "3 francos",
						difference: "2 francos más en el recibo",
					},
				],
				amount: "$ 45.000,50",
				settledOn: null,
			},
			unsure: ["Sin decir cómo se compensa (1 extra): va como pago."],
			leftOut: [
				"1 extra (8 h), con franco en lugar de pago.",
				"1 extra (8 h), con banco de horas en lugar de pago.",
			],
		});
		expect(october.openNote).toBe("Faltan: 11 h al 50 % ? desde octubre de 2026.");
	});

	test("does not call a slip equal that lacks unclassified hours", async () => {
		await put({ date: "2026-10-05", minutes_unclassified: 8 * H, ...paid });
		await send(OCTOBER, { hours50: "0", hours100: "0" });
		const page = await open();
		const same = "coincide, sin contar lo que está sin clasificar (8 h)";
		expect(page.open.nothing).toBe("Ninguna diferencia, sin contar lo que está sin clasificar (8 h).");
		expect((await openPeriod(OCTOBER)).slip).toMatchObject({
			isOpen: true,
			verdict: "Coincide, sin contar lo que está sin clasificar (8 h)",
			lines: [{ difference: same }, { difference: same }],
		});
		expect(page.summary).toContain("Coincide, sin contar lo que está sin clasificar (8 h).");
		await press("settle", OCTOBER);
		expect(await open()).toMatchObject({
			summary: null,
			open: { nothing: expect.stringMatching(/^Nada: /) },
		});
	});

	test("compares francos (days off) within their period only", async () => {
		await put({ date: "2026-10-05", compensation: "franco" });
		await send(OCTOBER, { hours50: "0", daysOff: "0" });
		const page = await openPeriod(OCTOBER);
		expect(page.slip.verdict).toBe("Coinciden las horas");
		expect(await htmlOf(createElement(PeriodPage, page), PAY)).not.toContain("<p></p>");
		expect(page.slip.lines[2]).toMatchObject({
			name: "Francos, contando un franco por extra",
			difference: "1 franco menos en el recibo",
		});
		expect(page).toMatchObject({ hasSummary: false, openNote: "" });
	});

	test("accumulates differences until a later slip compensates them or they are settled", async () => {
		await put(
			{ date: "2026-08-05", ...paid },
			{ date: "2026-09-05", minutes_100: 8 * H, ...paid },
			{ date: "2026-10-05", ...paid },
		);
		await send("2026-08-01", { hours50: "5" });
		await send("2026-09-01", { hours100: "6" });
		expect((await open()).open.less).toEqual([
			"3 h al 50 % desde agosto de 2026",
			"2 h al 100 % desde septiembre de 2026",
		]);
		await send(OCTOBER, { hours50: "11" });
		expect((await open()).open.less).toEqual(["2 h al 100 % desde septiembre de 2026"]);
		const settled = await press("settle", "2026-09-01");
		expect((await toastOf(settled))?.text).toBe("Arreglado el 20/11/2026: ya no se suma a lo que falta.");
		const page = await open();
		expect(page.open.less).toEqual([]);
		expect(page.entries[2].verdict).toBe("Ya se arregló");
		expect((await openPeriod("2026-09-01")).slip.settledOn).toBe("2026-11-20");
		expect((await openPeriod("2026-08-01")).slip.settledOn).toBeNull();
		await press("reopen", "2026-09-01");
		expect((await open()).open.less).toEqual(["2 h al 100 % desde septiembre de 2026"]);
	});

	test("lists older periods with extras or a slip, twelve per page, without the empty ones in between", async () => {
		for (let month = 1; month <= 12; month++)
			await put({ date: `2024-${String(month).padStart(2, "0")}-10` });
		// The first day of a period is no period of its own.
		await put({ date: "2024-12-01" });
		await send("2020-02-01", { hours50: "1" });
		const page = await open();
		expect(titles(page).slice(0, 3)).toEqual(["Noviembre de 2026", "Octubre de 2026", "Diciembre de 2024"]);
		expect(page.entries).toHaveLength(12);
		const last = await open(`&before=${page.next}`);
		expect(titles(last)).toEqual(["Febrero de 2024", "Enero de 2024", "Febrero de 2020"]);
		expect(last.next).toBeUndefined();
		expect(titles(await open("&before=2020-02-01"))).toEqual(["Febrero de 2020"]);
		expect(titles(await open("&before=2020-01-31"))).toEqual([]);
	});

	test("begins with the newest periods, however many days of years ago have extras", async () => {
		await put({ date: "2026-10-05" });
		for (let day = 0; day < 500; day += 100)
			await put(...Array.from({ length: 100 }, (_, n) => ({ date: addDays("2021-01-01", day + n) })));
		expect(titles(await open()).slice(0, 3)).toEqual([
			"Noviembre de 2026",
			"Octubre de 2026",
			"Mayo de 2022",
		]);
	});

	test("sums all periods of a page, and all slips, in one query", async () => {
		await put(...Array.from({ length: 60 }, (_, n) => ({ date: addDays("2026-11-20", -9 * n), ...paid })));
		for (const month of ["2026-06", "2026-08", "2025-09"]) await send(`${month}-01`, { hours50: "1" });
		for (const path of [PERIODS, PAY]) {
			const statements = watchStatements();
			await read(path, headers);
			const sums = statements
				.end()
				.filter(({ text }) => text.includes("sum(minutes)") && text.includes("json_each"));
			expect(sums).toHaveLength(1);
		}
	});

	test("follows the pay period in the profile, and a slip keeps its own period", async () => {
		const other = await makeUser({ pay_period: "closing-25" });
		await send(OCTOBER, { hours50: "1" });
		const found = await findUserById(other.id);
		expect(found && (await findPeriodOn(found))(OCTOBER)).toEqual({ start: "2026-09-26", end: "2026-10-25" });
		await db.updateTable("users").set({ pay_period: "closing-25" }).where("id", "=", user.id).execute();
		await put({ date: "2026-09-28", ...paid });
		expect(titles(await open())).toEqual([
			"Del 01/11/2026 al 25/11/2026",
			"Octubre de 2026",
			"Del 26/09/2026 al 30/09/2026",
		]);
		expect((await send("2026-11-01", { hours50: "2" })).status).toBe(303);
		expect(await rows()).toMatchObject([{ period_end: "2026-10-31" }, { period_end: "2026-11-25" }]);
	});

	test("opens the period of any day, and explains invalid texts", async () => {
		expect(await open("&period=2026-10-15")).toRedirectTo(addressOf("2026-10-15"));
		expect((await openPeriod("2026-10-15")).start).toBe(OCTOBER);
		expect((await open("&period=ayer")).asked).toEqual({
			error: "No es una fecha: elegí día, mes y año.",
		});
		for (const day of ["2026-11-20", "1970-01-01"])
			expect(await open(`&period=${day}`)).toRedirectTo(addressOf(day));
		expect((await open("&period=2026-11-21")).asked.error).toBe("Ese período todavía no empezó.");
		expect((await open("&period=1969-12-31")).asked.error).toBe("La fecha es demasiado vieja.");
		expect(await open("&before=")).toRedirectTo(PERIODS);
		for (const before of ["nada", "2026-11-20", "2027-01-01"])
			expect(titles(await open(`&before=${before}`))).toEqual(["Noviembre de 2026", "Octubre de 2026"]);
	});

	test("opens by default the last period that ended, or the present one when there is nothing in it", async () => {
		expect(await read(PAY, headers)).toMatchObject({ start: "2026-11-01", isRunning: true });
		await put({ date: "2026-10-05", ...paid });
		expect(await read(PAY, headers)).toMatchObject({
			start: OCTOBER,
			previous: { start: "2026-09-01", title: "Septiembre de 2026" },
			next: { start: "2026-11-01" },
			form: { logged: { 50: "8 h", 100: "0 h" } },
		});
		await db.deleteFrom("extras").execute();
		await send(OCTOBER, { hours50: "8" });
		expect(await read(PAY, headers)).toMatchObject({ start: OCTOBER, slip: { verdict: "8 h de más" } });
		expect((await openPeriod("2026-11-20")).next).toBeUndefined();
		expect((await openPeriod("1970-01-01")).previous).toBeUndefined();
		vi.setSystemTime(Date.parse("2026-11-30T12:00:00-03:00"));
		expect((await openPeriod("2026-11-20")).next).toBeUndefined();
	});

	test("a period runs until the end of its last day, and no other follows before", async () => {
		const lastDay = async () => {
			const { isRunning, next } = await openPeriod("2026-11-30");
			return [isRunning, next?.start];
		};
		vi.setSystemTime(new Date("2026-12-01T02:59:00Z"));
		expect(await lastDay()).toEqual([true, undefined]);
		vi.setSystemTime(new Date("2026-12-01T03:00:00Z"));
		expect(await lastDay()).toEqual([false, "2026-12-01"]);
	});

	test("the summary has only the open differences, the oldest first", async () => {
		await put({ date: "2026-10-05", ...paid });
		expect((await read(`${PAY}?view=summary`, headers)).summary).toBeNull();
		await send(OCTOBER, { hours50: "5" });
		const { summary } = await read(`${PAY}?view=summary`, headers);
		expect(summary).toContain("Al 50 %: 8 h según mi registro, 5 h según el recibo: 3 h menos en el recibo.");
		await put({ date: "2026-09-07", ...paid });
		await send("2026-09-01", { hours50: "5" });
		const later = await read(`${PAY}?view=summary`, headers);
		expect(later.summary.filter((line: string) => line.startsWith("Recibo "))).toEqual([
			"Recibo de septiembre de 2026",
			"Recibo de octubre de 2026",
		]);
	});
});

describe("the terms of the worker's own agreement", () => {
	const rates = { ...lawRates, name: "propio" as const, since: "2026-01-01" };
	const october = () => openPeriod(OCTOBER);

	test("count in the ledger, its message and the list: what the agreement pays leaves nothing open", async () => {
		// A Friday evening, and a Monday that is a day off.
		await put(
			{ date: "2026-10-09", start_minute: 14 * H, ...paid },
			{ date: "2026-10-19", start_minute: 6 * H, ...paid },
		);
		await send(OCTOBER, { hours50: "0", hours100: "16" });
		expect((await open()).open.less).toEqual(["16 h al 50 % desde octubre de 2026"]);
		await saveAgreement(user.id, { ...rates, weekday: 100, dayOff: "100" });
		const page = await open();
		expect(page.open).toEqual({ less: [], more: [], nothing: expect.stringMatching(/^Nada: /) });
		expect(page.summary).toBeNull();
		expect((await october()).logged).toBe("Anotaste 16 h al 100 %");
		const list = await responseOf(() =>
			sheet(argsFor("/auth/work-overtime?start=2026-10-01", {}, { headers })),
		);
		expect(sumsOf(evened(await list.json()).page.card)).toBe("16 h · 16 al 100 %");
	});

	test("give the form a field for each percentage; the slip keeps it when the terms no longer have it", async () => {
		await put({ date: "2026-10-09", start_minute: 14 * H, ...paid });
		await saveAgreement(user.id, { ...rates, weekday: 60, sunday: 200 });
		const page = await openPeriod(OCTOBER);
		const { shown } = page.form;
		expect(shown).toEqual({ percents: "60 100 200", end: "2026-10-31" });
		const html = await htmlOf(createElement(PeriodPage, page), PAY);
		const named = html.match(/name="hours\d+"/g);
		expect(named).toEqual(['name="hours60"', 'name="hours100"', 'name="hours200"']);
		// Of later terms, those of the period's last day count, those of the next period's first day do not.
		await saveAgreement(user.id, { ...rates, weekday: 70, since: "2026-10-31" });
		await saveAgreement(user.id, { ...rates, weekday: 80, since: "2026-11-01" });
		expect((await openPeriod(OCTOBER)).form.shown).toEqual({ ...shown, percents: "60 70 100 200" });
		await send(OCTOBER, { ...shown, hours60: "7", hours200: "0,5" });
		expect(await rows()).toMatchObject([{ premiums: '{"60":420,"200":30}' }]);
		const { open: carried, summary } = await open();
		expect(carried).toMatchObject({
			less: ["1 h al 60 % desde octubre de 2026"],
			more: ["0,5 h al 200 % desde octubre de 2026"],
		});
		expect(summary).toContain("Al 60 %: 8 h según mi registro, 7 h según el recibo: 1 h menos en el recibo.");
		await db.deleteFrom("agreements").where("user_id", "=", user.id).execute();
		expect((await openPeriod(OCTOBER)).form.shown).toMatchObject({
			percents: "50 60 100 200",
			hours60: "7",
			hours50: "0",
		});
	});

	test("changed after a slip was settled: the slip says when, and from what to what", async () => {
		await put({ date: "2026-10-09", start_minute: 14 * H, ...paid });
		await send(OCTOBER, { hours50: "5" });
		await press("settle", OCTOBER);
		expect((await october()).slip.changed).toBeUndefined();
		await saveAgreement(user.id, { ...rates, weekday: 100 });
		const { slip, logged } = await october();
		expect(logged).toBe("Anotaste 8 h al 100 %");
		expect(slip).toMatchObject({ settledOn: "2026-11-20" });
		expect(slip.changed).toMatch(
			/^El \d\d\/\d\d\/\d{4} cambiaron tus horas o sus recargos: cuando se arregló eran 8 h al 50 %; ahora son 8 h al 100 %\.$/,
		);
		await press("reopen", OCTOBER);
		await press("settle", OCTOBER);
		expect((await october()).slip.changed).toBeUndefined();
	});

	test("changed since the page was opened: its button settles nothing, and says so", async () => {
		await put({ date: "2026-10-09", start_minute: 14 * H, ...paid });
		await send(OCTOBER, { hours50: "5" });
		const settle = async ({ slip }: { slip: { version: string } }) =>
			toastOf(await send(OCTOBER, { intent: "settle", version: slip.version }));
		const seen = await october();
		await saveAgreement(user.id, { ...rates, weekday: 100 });
		expect((await settle(seen))?.text).toMatch(/^No se marcó: tus horas o el recibo cambiaron/);
		expect((await october()).slip).toMatchObject({ settledOn: null, verdict: "No coincide" });
		expect((await settle(await october()))?.text).toMatch(/^Arreglado/);
	});

	test("an extra of tonight counts nowhere until it has ended", async () => {
		const tonight = { date: "2026-11-20", start_minute: 22 * H };
		await put({ ...tonight, ...paid }, { ...tonight, compensation: "banco" });
		await insertHourValue();
		const counted = async () => {
			const { logged, leftOut, balances, estimate } = await openPeriod("2026-11-20");
			return [logged, leftOut, balances[1].earned, estimate?.total];
		};
		const none = "Hasta ahora: ninguna hora con pago";
		const planned = [none, ["2 extras que todavía no terminaron."], "0 h", undefined];
		expect(await counted()).toEqual(planned);
		// At 5:59 and 6:00 of the next day.
		vi.setSystemTime(new Date("2026-11-21T08:59:00Z"));
		expect(await counted()).toEqual(planned);
		vi.setSystemTime(new Date("2026-11-21T09:00:00Z"));
		expect(await counted()).toEqual([
			"Hasta ahora: 8 h al 50 %",
			["1 extra (8 h), con banco de horas en lugar de pago."],
			"8 h",
			"$ 12.000,00",
		]);
	});

	test("a period whose last night has not ended yet is still running, and asks for no slip", async () => {
		await put({ date: "2026-11-30", start_minute: 22 * H, ...paid });
		for (const [now, isRunning, said] of [
			["2026-12-01T08:59:00Z", true, "Hasta ahora: ninguna hora con pago"],
			["2026-12-01T09:00:00Z", false, "Anotaste 8 h al 50 %"],
		] as const) {
			vi.setSystemTime(new Date(now));
			expect(await openPeriod("2026-11-30")).toMatchObject({ isRunning, logged: said });
			expect((await open()).entries[1]).toMatchObject({ title: "Noviembre de 2026", isRunning });
		}
	});

	test("list and ledger group by the same periods after a change of the closing day", async () => {
		await put(
			{ date: "2026-10-09", ...paid },
			{ date: "2026-10-28", ...paid },
			{ date: "2026-11-03", ...paid },
		);
		await send(OCTOBER, { hours50: "16" });
		await db.updateTable("users").set({ pay_period: "closing-25" }).where("id", "=", user.id).execute();
		expect(titles(await open())).toEqual(["Del 01/11/2026 al 25/11/2026", "Octubre de 2026"]);
		const list = await responseOf(() => sheet(argsFor("/auth/work-overtime", {}, { headers })));
		const { periods, card } = evened(await list.json()).page;
		expect(periods.map(({ name, line }: ListedPeriod) => [name, sumsOf(line ?? card)])).toEqual([
			["1 al 25 de noviembre 2026", "8 h · 8 al 50 %"],
			["Octubre 2026", "16 h · 16 al 50 %"],
		]);
	});
});

describe("the form of a slip", () => {
	test("is filled in with the slip", async () => {
		await send(OCTOBER, { hours50: "7,33", daysOff: "0", amount: "1000" });
		const { form: page } = await openPeriod(OCTOBER);
		expect(page.shown).toEqual({
			...{ percents: "50 100", end: "2026-10-31", hours50: "7,33", hours100: "0" },
			...{ daysOff: "0", amount: "1.000,00" },
		});
		expect((await send(OCTOBER, { ...page.shown, version: page.version })).status).toBe(303);
		expect(await rows()).toMatchObject([{ ...paidAt(440), days_off: 0, amount: 100_000 }]);
	});

	test("shows the estimate of the period, once the user has a value of the hour", async () => {
		await put({ date: "2026-10-05", start_minute: 6 * H, ...paid });
		expect((await openPeriod(OCTOBER)).estimate).toBeUndefined();
		await insertHourValue();
		expect((await openPeriod(OCTOBER)).estimate.total).toBe("$ 12.000,00");
	});

	test("shows none of more extras than a sheet prints, nor does the list", async () => {
		await insertHourValue();
		insertExtras(sqlite, user.id, MAX_ON_SHEET);
		const shown = async () => {
			const list = await responseOf(() => sheet(argsFor("/auth/work-overtime", {}, { headers })));
			const totals = [(await openPeriod("2026-11-20")).estimate, (await list.json()).page.card.estimate];
			return totals.map((estimate) => evened(estimate?.total ?? "none"));
		};
		expect(await shown()).toEqual(["$ 12.000.000,00", "$ 12.000.000,00"]);
		await put({ ...paid });
		expect(await shown()).toEqual(["none", "none"]);
	});

	test("asks for the value of the hour only while there is none, also when all extras are still to come", async () => {
		await put({ date: "2026-11-30", ...paid });
		const shown = async () => htmlOf(createElement(PeriodPage, await openPeriod("2026-11-20")), PAY);
		expect(await shown()).toContain("Poné el valor de tu hora");
		await insertHourValue();
		expect(await shown()).not.toContain("Poné el valor de tu hora");
	});

	test.each(["ayer", "2026-02-30", "2026-12-01", "1969-12-31", "%2500"])(
		"of '%s' does not exist",
		async (start) => {
			expect((await openPeriod(start)).status).toBe(404);
			expect((await send(start, { hours50: "1" })).status).toBe(404);
		},
	);

	test("of the first period begins on the first day that a form accepts", async () => {
		await db.updateTable("users").set({ pay_period: "closing-25" }).where("id", "=", user.id).execute();
		const { start, end, previous } = await openPeriod("1970-01-10");
		expect([start, end, previous]).toEqual(["1970-01-01", "1970-01-25", undefined]);
		expect(await send(start, { hours50: "1" })).toRedirectTo(addressOf(start));
		expect((await openPeriod("1970-01-26")).previous.start).toBe(start);
	});

	test("of a day on which no period begins any more is not saved, and comes back for the period that has it", async () => {
		const old = addressOf("2026-09-16");
		const refused = await send("2026-09-16", { hours50: "7,25" });
		expect([refused.status, await rows()]).toEqual([200, []]);
		const page = await openPeriod("2026-09-16");
		const html = await htmlOf(createElement(PeriodPage, { ...page, refused: await refused.json() }), old);
		expect(html).toContain("Tus períodos de pago cambiaron");
		expect(html).toMatch(/action="[^"]*period=2026-09-01".*value="7,25"/);
	});

	test("of a month is not saved onto the fortnight that begins with it before the page shows that", async () => {
		const { shown } = (await openPeriod(OCTOBER)).form;
		await db.updateTable("users").set({ pay_period: "fortnight" }).where("id", "=", user.id).execute();
		for (const end of [shown.end, "ayer"]) {
			const refused = await send(OCTOBER, { ...shown, end, hours50: "40" });
			expect([refused.status, await rows()]).toEqual([200, []]);
			const page = { ...(await openPeriod(OCTOBER)), refused: await refused.json() };
			const html = await htmlOf(createElement(PeriodPage, page), addressOf(OCTOBER));
			expect(html).toContain("Tus períodos de pago cambiaron");
			expect(html).toMatch(/name="end" value="2026-10-15".* value="40"/);
		}
		expect((await send(OCTOBER, { end: "2026-10-15", hours50: "40" })).status).toBe(303);
		expect(await rows()).toMatchObject([{ period_start: OCTOBER, period_end: "2026-10-15" }]);
	});

	test("with an error keeps the typed values", async () => {
		const typed = { hours50: "diez", hours100: "1", amount: "<b>" };
		const response = await send(OCTOBER, typed);
		expect(response.status).toBe(400);
		const { result } = await response.json();
		expect(result.initialValue).toEqual(typed);
		expect(Object.keys(result.error)).toEqual(["hours50", "amount"]);
		expect(await rows()).toEqual([]);
	});

	test("sent twice gives one slip, and does not undo a change in another tab", async () => {
		const typed = { hours50: "10" };
		expect((await send(OCTOBER, typed)).status).toBe(303);
		expect((await send(OCTOBER, typed)).status).toBe(303);
		const { version } = (await openPeriod(OCTOBER)).form;
		expect((await send(OCTOBER, { hours50: "11", version })).status).toBe(303);
		const stale = await send(OCTOBER, { hours50: "12", version });
		expect(stale.status).toBe(409);
		const shown = await stale.json();
		const { saved, version: newer } = shown;
		expect(saved).toMatchObject({ hours50: "11", daysOff: null, amount: null });
		// What the page says of it: "Si querés dejar lo guardado, tocá Cancelar."
		const html = await htmlOf(
			createElement(PeriodPage, { ...(await openPeriod(OCTOBER)), refused: shown }),
			PAY,
		);
		expect(html).toContain(`href="${PAY}?period=${OCTOBER}">Cancelar</a>`);
		expect((await send(OCTOBER, { hours50: "12", version: newer })).status).toBe(303);
		expect(await rows()).toMatchObject([paidAt(12 * H)]);
	});

	test("opened before the slip was settled asks, so that no difference counts as settled unseen", async () => {
		await put({ date: "2026-10-05", ...paid });
		await send(OCTOBER, { hours50: "8" });
		const { version } = (await openPeriod(OCTOBER)).form;
		await press("settle", OCTOBER);
		expect((await send(OCTOBER, { hours50: "2", version })).status).toBe(409);
		expect(await rows()).toMatchObject([{ ...paidAt(8 * H), settled_on: "2026-11-20" }]);
		// Settling twice, or opening again, is no such change.
		await press("settle", OCTOBER);
		await press("reopen", OCTOBER);
		expect((await send(OCTOBER, { hours50: "2", version })).status).toBe(303);
	});

	test("settled while other hours are being saved: the one or the other", async () => {
		await put({ date: "2026-10-05", ...paid });
		await send(OCTOBER, { hours50: "5" });
		const { slip, form } = await openPeriod(OCTOBER);
		await Promise.all([
			send(OCTOBER, { intent: "settle", version: slip.version }),
			send(OCTOBER, { hours50: "2", version: form.version }),
		]);
		const [{ settled_on, ...stored } = { settled_on: "" }] = await rows();
		expect(stored).toMatchObject(paidAt((settled_on ? 5 : 2) * H));
	});

	test.each([
		["daysOff", "2", { days_off: 2 }],
		["amount", "45.000", { amount: 4_500_000 }],
	])("stores a change of %s alone", async (name, text, columns) => {
		await send(OCTOBER, { hours50: "10" });
		const { version } = (await openPeriod(OCTOBER)).form;
		await send(OCTOBER, { hours50: "10", [name]: text, version });
		expect(await rows()).toMatchObject([columns]);
	});

	test("is settled by a button without a day as the period of its address", async () => {
		await send(OCTOBER, { hours50: "10" });
		expect(await send(OCTOBER, { intent: "settle" })).toRedirectTo(addressOf(OCTOBER));
		expect(await rows()).toMatchObject([{ settled_on: "2026-11-20" }]);
	});

	test("is opened again by a button of another page with its day", async () => {
		await send(OCTOBER, { hours50: "10" });
		await press("settle", OCTOBER);
		const reopened = await send("2026-11-01", { intent: "reopen", idFile: OCTOBER });
		expect(reopened).toRedirectTo(addressOf(OCTOBER));
		expect((await toastOf(reopened))?.text).toBe("Se suma otra vez a lo que falta.");
		expect(await rows()).toMatchObject([{ settled_on: null }]);
	});

	test("of a slip that was deleted in another tab adds it again only when the button is pressed again", async () => {
		await send(OCTOBER, { hours50: "10" });
		const { version } = (await openPeriod(OCTOBER)).form;
		await press("delete", OCTOBER);
		const refused = await send(OCTOBER, { hours50: "12", version });
		expect([refused.status, await rows()]).toEqual([409, []]);
		const shown = await refused.json();
		expect(shown.result).toMatchObject({ initialValue: { hours50: "12" }, error: { "": [DELETED] } });
		const html = await htmlOf(
			createElement(PeriodPage, { ...(await openPeriod(OCTOBER)), refused: shown }),
			PAY,
		);
		expect(html).toMatch(/name="hours50"[^>]* value="12"/);
		expect(html).not.toContain('name="version"');
		expect((await send(OCTOBER, { hours50: "12" })).status).toBe(303);
		expect(await rows()).toMatchObject([paidAt(12 * H)]);
		await eraseDeletedRecords(Date.now() + 60_000);
	});

	test("a refused form keeps the hours of a premium that another tab has taken out of the agreement", async () => {
		const typed = { percents: "60 100", hours60: "8", amount: "mucho" };
		const refused = await (await send(OCTOBER, typed)).json();
		const html = await htmlOf(createElement(PeriodPage, { ...(await openPeriod(OCTOBER)), refused }), PAY);
		expect(html).toContain('name="percents" value="60 100"');
		expect(html).toMatch(/name="hours60"[^>]* value="8"/);
	});

	test("a form shows what another tab has saved at a premium that it does not have, and loses it no more", async () => {
		await send(OCTOBER, { percents: "75", hours75: "3" });
		const late = { percents: "50 100", hours50: "5", version: "" };
		const refused = await (await send(OCTOBER, late)).json();
		const html = await htmlOf(createElement(PeriodPage, { ...(await openPeriod(OCTOBER)), refused }), PAY);
		expect(html).toContain("<dt>Horas al 75\u00a0%</dt><dd>3</dd>");
		expect(html).toContain('name="percents" value="50 75 100"');
		expect(html).toMatch(/name="hours50"[^>]* value="5"/);
	});

	test("a slip of many agreements in one period loses none of its premiums when it is edited", async () => {
		const premiums = Array.from({ length: 55 }, (_, index) => 100 + index);
		const hours = Object.fromEntries(premiums.map((percent) => [`hours${percent}`, "1"]));
		await send(OCTOBER, { percents: premiums.join(" "), ...hours });
		const { shown, version } = (await openPeriod(OCTOBER)).form;
		await send(OCTOBER, {
			...hours,
			percents: shown.percents ?? "",
			amount: "45000",
			daysOff: "1",
			version: version ?? "",
			sending: "1",
		});
		const stored = JSON.stringify(Object.fromEntries(premiums.map((percent) => [percent, H])));
		expect(await rows()).toMatchObject([{ premiums: stored, amount: 4_500_000 }]);
	});

	test("a settled slip stays settled when it is edited", async () => {
		await send(OCTOBER, { hours50: "1" });
		await press("settle", OCTOBER);
		const { version } = (await openPeriod(OCTOBER)).form;
		await send(OCTOBER, { hours50: "2", version });
		expect(await rows()).toMatchObject([{ ...paidAt(2 * H), settled_on: "2026-11-20" }]);
	});

	test("stops at the maximum number of slips", async () => {
		await insertSlips(MAX_SLIPS);
		const response = await send(OCTOBER, { hours50: "1" });
		expect(response.status).toBe(409);
		expect((await errorsOf(response))[""]?.[0]).toMatch(/^Llegaste a 1\.000 recibos/);
		expect(titles(await open())).toHaveLength(12);
	});
});

describe("deleting", () => {
	test("removes the slip from the ledger, and can be undone for one minute", async () => {
		await put({ date: "2026-10-05", ...paid });
		await send(OCTOBER, { hours50: "5" });
		expect(await openPeriod(OCTOBER, "&intent=delete")).toMatchObject({ asksToDelete: true });
		const response = await press("delete", OCTOBER);
		expect(await toastOf(response)).toMatchObject({ text: "Recibo eliminado", undo: { idFile: OCTOBER } });
		expect(await open()).toMatchObject({ hasSlips: false, summary: null });
		expect((await openPeriod(OCTOBER)).slip).toBeUndefined();
		await press("undo", OCTOBER);
		expect((await open()).open.less).toEqual(["3 h al 50 % desde octubre de 2026"]);
		await press("delete", OCTOBER);
		expect(await toastOf(await send(OCTOBER, { intent: "delete" }))).toMatchObject({
			text: "Recibo eliminado",
			undo: { idFile: OCTOBER },
		});
		expect((await send("2026-09-01", { intent: "delete" })).status).toBe(404);
		expect(await eraseDeletedRecords(Date.now() + 60_000)).toBe(1);
		const late = await press("undo", OCTOBER);
		expect((await toastOf(late))?.text).toBe("Ya no se puede deshacer: pasó más de un minuto.");
		expect(await rows()).toEqual([]);
	});

	test("cannot be undone once the maximum number of slips is reached", async () => {
		await send(OCTOBER, { hours50: "1" });
		await press("delete", OCTOBER);
		await insertSlips(MAX_SLIPS);
		const response = await press("undo", OCTOBER);
		expect((await toastOf(response))?.text).toBe("No se puede deshacer: llegaste a 1.000 recibos.");
	});

	test("cannot be undone once another slip has these days", async () => {
		await send(OCTOBER, { hours50: "1" });
		await press("delete", OCTOBER);
		await db.updateTable("users").set({ pay_period: "fortnight" }).where("id", "=", user.id).execute();
		await send("2026-10-16", { hours50: "2" });
		const response = await press("undo", OCTOBER);
		expect((await toastOf(response))?.text).toBe(
			"No se puede deshacer: otro recibo ya tiene alguno de esos días.",
		);
		expect(titles(await open()).at(-1)).toBe("Del 16/10/2026 al 31/10/2026");
	});

	test.each(["2026-10-01", "2026-10-31"])("cannot be undone once a slip has only its day %s", async (day) => {
		await send(OCTOBER, { hours50: "1" });
		await press("delete", OCTOBER);
		const own = { user_id: user.id, period_start: day, period_end: day };
		await db
			.insertInto("slips")
			.values({ ...own, ...paidAt(0), created_at: 1, updated_at: 1 })
			.execute();
		const toast = await toastOf(await press("undo", OCTOBER));
		expect(toast?.text).toMatch(/^No se puede deshacer: otro recibo/);
	});

	test("a settled slip comes back settled, and tells that hours changed while it was deleted", async () => {
		await put({ date: "2026-10-05", ...paid });
		await send(OCTOBER, { hours50: "5" });
		await press("settle", OCTOBER);
		const before = await rows();
		await press("delete", OCTOBER);
		await press("undo", OCTOBER);
		expect(await rows()).toEqual(before);
		await press("delete", OCTOBER);
		await put({ date: "2026-10-06", ...paid });
		await press("undo", OCTOBER);
		const { slip } = await openPeriod(OCTOBER);
		expect(slip).toMatchObject({ settledOn: "2026-11-20" });
		expect(slip.changed).toBe(
			"Después cambiaron tus horas o sus recargos: cuando se arregló eran 8 h al 50 %; ahora son 16 h al 50 %.",
		);
	});

	test("a slip entered again replaces the deleted one", async () => {
		await send(OCTOBER, { hours50: "1" });
		await press("delete", OCTOBER);
		await send(OCTOBER, { hours50: "2" });
		expect(await rows()).toMatchObject([paidAt(2 * H)]);
	});

	test("an unknown button is a bad request", async () => {
		expect((await press("x", OCTOBER)).status).toBe(400);
	});
});

test("slips are in the export without the deleted ones, and are deleted with the account and an unproven profile", async () => {
	await send(OCTOBER, { hours50: "7,5", amount: "45000" });
	await send("2026-09-01", { hours50: "1" });
	await press("delete", "2026-09-01");
	const response = await responseOf(() => exportData(argsFor("/auth/export", {}, { headers })));
	const files = unzip(Buffer.from(await response.arrayBuffer()));
	const { slips } = JSON.parse(String(files.get("recibos.json")));
	expect(slips).toMatchObject([
		{ start: OCTOBER, end: "2026-10-31", premiums: { 50: 450 }, amount: 4_500_000 },
	]);
	expect(String(files.get("recibos.csv"))).toContain("2026-10-01;2026-10-31;7,5;0;;45.000,00;;2026-");
	await db.updateTable("users").set({ email_verified_at: null }).where("id", "=", user.id).execute();
	await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
	expect(await rows()).toEqual([]);
	await send(OCTOBER, { hours50: "1" });
	await db.deleteFrom("users").where("id", "=", user.id).execute();
	expect(await rows()).toEqual([]);
});

test("the hours of the exported slips add up in a spreadsheet, also odd minutes", async () => {
	for (const start of ["2026-08-01", "2026-09-01", OCTOBER]) await send(start, { hours50: "5:20" });
	const response = await responseOf(() => exportData(argsFor("/auth/export", {}, { headers })));
	const table = String(unzip(Buffer.from(await response.arrayBuffer())).get("recibos.csv"));
	const hours = Array.from(table.matchAll(/^2026-..-01;[^;]*;([^;]*);/gm), ([, text = ""]) =>
		Number(text.replace(",", ".")),
	);
	expect(hours).toHaveLength(3);
	expect(hours.reduce((sum, each) => sum + each, 0)).toBeCloseTo(16, 9);
});
