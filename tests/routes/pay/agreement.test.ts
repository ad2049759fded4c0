import type { LoaderFunctionArgs } from "@remix-run/node";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { emptyUnprovenProfile } from "~/features/account/take-over.server";
import { MAX_CHANGES } from "~/features/agreement/agreements.server";
import { MOVED } from "~/features/agreement/pay-term-forms.server";
import type { ListedPeriod } from "~/features/extras/list/period-card";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as edit } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as exportData } from "~/routes/auth.export";
import { loader as payPage } from "~/routes/auth.my-pay";
import { loader as overview } from "~/routes/auth.my-pay_.settings";
import { action as saveTerm, loader as termPage } from "~/routes/auth.my-pay_.settings_.$term.$since";
import { loader as list } from "~/routes/auth.work-overtime";
import { action as add } from "~/routes/auth.work-overtime_.add-work-overtime";
import { loader as preview } from "~/routes/auth.work-overtime_.preview";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraRow, listedRows } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";
import { unzip } from "../../support/unzip";

const PAGE = "/auth/my-pay/settings";
const TODAY = "2026-11-22";
const SINCE = "2026-11-01";

let user: { id: string };
let headers: { Cookie: string };

beforeEach(async () => {
	vi.useFakeTimers({ now: new Date(`${TODAY}T13:00:00Z`), toFake: ["Date"] });
	user = await makeUser({ pay_period: "closing-25" });
	headers = await signedIn(user);
	return () => vi.useRealTimers();
});

const hour = { basis: "hour", amount: "7.000,50", since: SINCE };
const month = { basis: "month", amount: "1400000", divisor: "200", since: SINCE };
const rates = {
	name: "propio",
	weekday: "60",
	saturday: "100 %",
	sunday: "100",
	holiday: "150",
	ownShift: "100",
	night: "20",
	dayOff: "franco",
	unionDay: "si",
	since: SINCE,
};
type Fields = Record<string, string>;
const put = (term: string, fields: Fields, since: string, who: { Cookie: string }) =>
	responseOf(() => saveTerm(argsFor(`${PAGE}/${term}/${since}`, { term, since }, formOf(fields, who))));
const putValue = (fields: Fields, since = "add", who = headers) => put("hour-value", fields, since, who);
const putRates = (fields: Fields, since = "add", who = headers) => put("rates", fields, since, who);
const values = () =>
	db.selectFrom("hour_values").selectAll().where("user_id", "=", user.id).orderBy("since").execute();
const agreements = () =>
	db.selectFrom("agreements").selectAll().where("user_id", "=", user.id).orderBy("since").execute();
const open = async (
	loader: (args: LoaderFunctionArgs) => Promise<unknown>,
	path: string,
	params = {},
	who = headers,
) => responseOf(() => loader(argsFor(path, params, { headers: who })));

describe("a visitor without a session", () => {
	test("is redirected to the login", async () => {
		for (const [loader, path] of [
			[overview, PAGE],
			[termPage, `${PAGE}/hour-value/add`],
			[termPage, `${PAGE}/rates/add`],
		] as const) {
			const answer = await open(loader, path, { since: "add" }, { Cookie: "" });
			expect(answer).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(path)}`);
		}
	});

	test("who sends a form gets it back as typed, with sign-in fields", async () => {
		for (const [send, fields] of [
			[putValue, hour],
			[putRates, rates],
		] as const) {
			const answer = await send(fields, "add", { Cookie: "" });
			expect(answer.status).toBe(401);
			expect((await answer.json()).signedOut.typed).toMatchObject(fields);
		}
	});

	test("sees nothing of another user, at any address", async () => {
		await putValue(hour);
		await putRates(rates);
		const other = await signedIn(await makeUser({ email: "otra@planta.example" }));
		expect(await (await open(overview, PAGE, {}, other)).json()).toMatchObject({
			hourValues: [],
			agreements: [],
		});
		for (const term of ["hour-value", "rates", "nada"]) {
			const params = { term, since: SINCE };
			expect((await open(termPage, `${PAGE}/${term}/${SINCE}`, params, other)).status).toBe(404);
		}
		expect((await putValue(month, SINCE, other)).status).toBe(404);
		expect((await putValue({ intent: "delete" }, SINCE, other)).status).toBe(404);
		expect((await putRates({ intent: "delete" }, SINCE, other)).status).toBe(404);
		expect([await values(), await agreements()].map(({ length }) => length)).toEqual([1, 1]);
	});
});

describe("the value of the hour", () => {
	test("is stored in whole centavos, and shown as it was understood", async () => {
		const saved = await putValue(hour);
		expect(saved).toRedirectTo(PAGE);
		expect((await toastOf(saved))?.text).toBe("Desde el 01/11/2026, tu hora vale $ 7.000,50.");
		expect(await values()).toMatchObject([{ since: SINCE, centavos: 700_050, divisor: null }]);
	});

	test.each([
		["7.000,50", 700_050],
		["7000.5", 700_050],
		["$ 7.000", 700_000],
		["7000,5", 700_050],
	])("%s is understood", async (amount, centavos) => {
		await putValue({ ...hour, amount });
		expect(await values()).toMatchObject([{ centavos }]);
	});

	test.each([
		["1,234", "Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50."],
		["0", "Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50."],
		["-5", "Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50."],
		["siete mil", "Escribí un monto mayor que cero, como 5000, 5.000 o 5000,50."],
		["1.400.000", "Es más de un millón de pesos por hora. Si es lo que cobrás por mes, elegí «por mes»."],
	])("%s by the hour is refused, and the typed values stay", async (amount, message) => {
		const refused = await putValue({ ...hour, amount });
		expect(refused.status).toBe(400);
		const { result } = await refused.json();
		expect(result.error).toEqual({ amount: [message] });
		expect(result.initialValue).toMatchObject({ amount, since: SINCE });
		expect(await values()).toEqual([]);
	});

	test("of a month is divided by 200 unless the user types other hours, from 100 to 300", async () => {
		const saved = await putValue({ ...month, divisor: "" });
		expect((await toastOf(saved))?.text).toBe("Desde el 01/11/2026, tu hora vale $ 7.000,00.");
		expect(await values()).toMatchObject([{ centavos: 140_000_000, divisor: 200 }]);
		for (const divisor of ["0", "99", "301", "20,5"]) {
			expect(await errorsOf(await putValue({ ...month, divisor, since: "2026-12-01" }))).toEqual({
				divisor: ["Son horas por mes: de 100 a 300."],
			});
		}
	});

	test("is in its form as it was typed, of an hour or of a month", async () => {
		await putValue(hour);
		await putValue({ ...month, divisor: "180", since: "2026-11-15" });
		const shownOn = async (since: string) =>
			(await (await open(termPage, PAGE, { term: "hour-value", since })).json()).shown;
		expect(await shownOn(SINCE)).toMatchObject({ basis: "hour", divisor: "200" });
		expect(await shownOn("2026-11-15")).toMatchObject({ basis: "month", divisor: "180" });
	});

	test("changes from a day on; earlier rows stay unchanged", async () => {
		await putValue(hour);
		await putValue({ ...month, since: "2026-11-15" });
		expect(await values()).toMatchObject([
			{ since: SINCE, centavos: 700_050 },
			{ since: "2026-11-15", centavos: 140_000_000 },
		]);
	});

	test("sent twice gives one row; another row with the same first day is refused", async () => {
		await putValue(hour);
		expect((await putValue(hour)).status).toBe(303);
		const other = await putValue({ ...hour, amount: "8000" });
		expect(other.status).toBe(409);
		expect(await errorsOf(other)).toEqual({
			since: ["Ya tenés otro que empieza ese día: editalo, o elegí otra fecha."],
		});
		expect(await values()).toMatchObject([{ centavos: 700_050 }]);
	});

	test("is moved to another first day by a form that may be sent twice, or be open in two tabs", async () => {
		await putValue(hour);
		const { version } = await (
			await open(termPage, `${PAGE}/hour-value/${SINCE}`, { term: "hour-value", since: SINCE })
		).json();
		const moved = { ...hour, since: "2026-10-01", version };
		expect(await putValue(moved, SINCE)).toRedirectTo(PAGE);
		const other = { ...hour, amount: "9000", version };
		for (const fields of [moved, other])
			expect(await putValue(fields, SINCE)).toRedirectTo(`${PAGE}/hour-value/add`);
		expect(await putValue(moved)).toRedirectTo(PAGE);
		expect(await errorsOf(await putValue(other))).toEqual({ "": [MOVED] });
		expect(await values()).toMatchObject([{ since: "2026-10-01", centavos: 700_050 }]);
	});

	test("is edited, including its first day, and deleted after a confirmation", async () => {
		await putValue({ ...hour, since: "2026-01-15" });
		await putValue(hour);
		const earlier = { since: "2026-01-15", centavos: 700_050 };
		const other = await makeUser();
		await putValue(hour, "add", await signedIn(other));
		await putValue({ ...hour, amount: "8000", since: "2026-10-01" }, SINCE);
		expect(await values()).toMatchObject([earlier, { since: "2026-10-01", centavos: 800_000 }]);
		const others = db.selectFrom("hour_values").select("since").where("user_id", "=", other.id);
		expect(await others.execute()).toEqual([{ since: SINCE }]);
		const asked = await open(termPage, `${PAGE}/hour-value/2026-10-01?intent=delete`, {
			term: "hour-value",
			since: "2026-10-01",
		});
		expect(await asked.json()).toMatchObject({ asksToDelete: true, since: "2026-10-01" });
		const undo = { action: `${PAGE}/hour-value/2026-10-01`, idFile: "2026-10-01", redirectTo: PAGE };
		// Without script, a button that is pressed twice sends two requests, and the browser shows the second response.
		for (let turn = 0; turn < 2; turn++) {
			const gone = await putValue({ intent: "delete" }, "2026-10-01");
			expect(gone).toRedirectTo(PAGE);
			expect(await toastOf(gone)).toEqual({ text: "Valor eliminado", undo });
			expect(await values()).toMatchObject([earlier]);
		}
		for (const since of [SINCE, "add", "nada", "2026-02-30"])
			expect((await putValue({ intent: "delete" }, since)).status).toBe(404);
	});

	test("that begins on the day of the one to delete, since the page asked, stays", async () => {
		for (const [term, first, second] of [
			["hour-value", hour, { ...hour, amount: "9000" }],
			["rates", rates, { ...rates, weekday: "70" }],
		] as const) {
			const ask = async () => {
				const path = `${PAGE}/${term}/${SINCE}?intent=delete`;
				return (await open(termPage, path, { term, since: SINCE })).json();
			};
			const accept = (search: string) => {
				const accepted = formOf({ intent: "delete" }, headers);
				const path = `${PAGE}/${term}/${SINCE}${search}`;
				return responseOf(() => saveTerm(argsFor(path, { term, since: SINCE }, accepted)));
			};
			const count = async () => (term === "rates" ? await agreements() : await values()).length;
			await put(term, first, "add", headers);
			const { version } = await ask();
			await put(term, { ...first, since: "2026-10-01", version }, SINCE, headers);
			await put(term, second, "add", headers);
			const refused = await accept(`?version=${version}`);
			expect(refused).toRedirectTo(PAGE);
			expect((await toastOf(refused))?.text).toMatch(/^No se eliminó, porque cambió/);
			expect(await count()).toBe(2);
			// Accepted twice; a page of the program before names no version.
			for (const search of [`?version=${(await ask()).version}`, `?version=${version}`, ""]) {
				expect((await toastOf(await accept(search)))?.undo).toBeDefined();
				expect(await count()).toBe(1);
			}
			await put(term, second, "add", headers);
			expect((await toastOf(await accept("")))?.undo).toBeDefined();
			expect(await count()).toBe(1);
		}
	});

	test("starts by default with the current pay period", async () => {
		const page = await (
			await open(termPage, `${PAGE}/hour-value/add`, { term: "hour-value", since: "add" })
		).json();
		expect(page.shown).toMatchObject({ basis: "hour", since: "2026-10-26" });
	});

	test("has a maximum number of rows", async () => {
		const rows = Array.from({ length: MAX_CHANGES }, (_, day) => ({
			user_id: user.id,
			since: addDays("2020-01-01", day),
			centavos: 1,
			divisor: null,
			created_at: 1,
			updated_at: 1,
		}));
		await db.insertInto("hour_values").values(rows).execute();
		const full = await putValue(hour);
		expect(full.status).toBe(409);
		expect(await errorsOf(full)).toEqual({
			"": ["Llegaste a 500 cambios. Eliminá los que ya no necesites."],
		});
	});
});

describe("the agreement", () => {
	test("is stored with its rates", async () => {
		const saved = await putRates(rates);
		expect((await toastOf(saved))?.text).toBe(
			"Otro convenio, con tus números: guardado desde el 01/11/2026.",
		);
		expect(await agreements()).toMatchObject([
			{
				weekday_percent: 60,
				saturday_percent: 100,
				holiday_percent: 150,
				night_percent: 20,
				day_off: "franco",
				has_union_day: 1,
			},
		]);
		await putRates({ ...rates, unionDay: "no", since: "2026-12-01" });
		expect(await agreements()).toMatchObject([{ has_union_day: 1 }, { has_union_day: 0 }]);
	});

	test("is initially that of a preset, and later the user's newest agreement", async () => {
		const shown = async (search = "") =>
			(await (await open(termPage, `${PAGE}/rates/add${search}`, { term: "rates", since: "add" })).json())
				.shown;
		expect(await shown()).toMatchObject({ name: "lct", weekday: "50", unionDay: "no", since: "2026-10-26" });
		expect(await shown("?preset=cct-260-75")).toMatchObject({ name: "cct-260-75", unionDay: "si" });
		expect(await shown("?preset=nada")).toMatchObject({ name: "lct" });
		await putRates(rates);
		expect(await shown()).toMatchObject({ name: "propio", weekday: "60", dayOff: "franco" });
		expect(await shown("?preset=cct-260-75")).toMatchObject({ name: "cct-260-75", weekday: "50" });
	});

	test("with the highest values that the messages name is stored", async () => {
		expect((await putRates({ ...rates, holiday: "300", night: "100" })).status).toBe(303);
	});

	test.each([
		["weekday", "49", "Es un número entero de 50, lo mínimo por ley, a 300."],
		["sunday", "50", "Es un número entero de 100, lo mínimo por ley, a 300."],
		["holiday", "301", "Es un número entero de 100, lo mínimo por ley, a 300."],
		["night", "12,5", "Es un número entero de 0 a 100."],
		["since", "2026-02-30", "No es una fecha: elegí día, mes y año."],
		["since", "2029-01-01", "La fecha está a más de un año."],
	])("with %s %s is refused", async (name, value, message) => {
		const refused = await putRates({ ...rates, [name]: value });
		expect(refused.status).toBe(400);
		expect((await errorsOf(refused))[name]).toEqual([message]);
		expect(await agreements()).toEqual([]);
	});
});

describe("two tabs with the same row", () => {
	test.each([
		["a value", putValue, "hour-value", hour, { amount: "8000" }, { amount: "9000" }],
		["an agreement", putRates, "rates", rates, { sunday: "110" }, { sunday: "120" }],
	] as const)(
		"do not overwrite each other's %s without asking",
		async (_what, put, term, fields, first, second) => {
			await put(fields);
			const page = await (await open(termPage, PAGE, { term, since: SINCE })).json();
			const { version } = page;
			const savedFirst = { ...fields, ...first, version };
			expect((await put(savedFirst, SINCE)).status).toBe(303);
			// Sends the form again, as a browser may do after a lost response.
			expect((await put(savedFirst, SINCE)).status).toBe(303);
			const stale = await put({ ...fields, ...second, version }, SINCE);
			expect(stale.status).toBe(409);
			const { result, version: newer, saved } = await stale.json();
			const stored = await (await open(termPage, PAGE, { term, since: SINCE })).json();
			expect(saved).toEqual(stored.shown);
			expect(result.error[""][0]).toMatch(/^Mientras lo escribías se guardó otra cosa/);
			expect(result.initialValue).toMatchObject(second);
			expect(stored.version).toBe(newer);
			expect((await put({ ...fields, ...second, version: newer }, SINCE)).status).toBe(303);
			const replaced = await (await open(termPage, PAGE, { term, since: SINCE })).json();
			expect(replaced.version).not.toBe(newer);
		},
	);
});

describe("the estimated pay", () => {
	const ID = "00000000-0000-4000-8000-000000000001";
	const read = async (query = "") => evened(await (await open(list, `/auth/work-overtime${query}`)).json());
	const page = async () => (await read()).page;
	const text = async () => listedRows(await read())[0]?.text;

	beforeEach(async () => {
		// An extra on a Friday, from 22:00 to 6:00.
		const night = { date: "2026-11-20", minutes: 480, start_minute: 1320, minutes_50: 480, minutes_100: 0 };
		const row = extraRow(user.id, { id_file: ID, ...night, minutes_night: 480, compensation: "pago" });
		await db.insertInto("extras").values(row).execute();
	});

	test("is not shown until the user enters the value of the hour", async () => {
		expect((await page()).card.estimate).toBeUndefined();
		expect(await text()).not.toContain("Estimado");
		await putRates(rates);
		expect((await page()).card.estimate).toBeUndefined();
	});

	test("is shown for the period, for the opened entry and on its page, as an estimate", async () => {
		await putValue({ ...hour, amount: "7000" });
		await putRates({ ...rates, weekday: "50" });
		expect((await page()).card.estimate).toMatchObject({
			total: "$ 95.200,00",
			lines: [
				{ label: "8 h al 50 %", how: "$ 7.000,00 × 1,5", amount: "$ 84.000,00" },
				{ label: "8 h de noche, 20 % más", how: "$ 7.000,00 × 0,2", amount: "$ 11.200,00" },
			],
		});
		expect(await text()).toContain("Estimado, no es un recibo: $ 95.200,00 (");
		const edited = await open(edit, `/auth/edit-work-overtime/${ID}`, { idFile: ID });
		const opened = evened(await edited.json());
		expect(opened.estimate.total).toBe("$ 95.200,00");
	});

	test("appears in the row of a saved entry, and not in its toast", async () => {
		await putValue({ ...hour, amount: "7000" });
		const fields = { idFile: crypto.randomUUID(), hour: "8", date: "2026-11-18", shift: "X" };
		const path = "/auth/work-overtime/add-work-overtime";
		const saved = await responseOf(() => add(argsFor(path, {}, formOf(fields, headers))));
		expect((await toastOf(saved))?.text).toBe("Extra agregada.");
		const row = listedRows(await read()).find(({ idFile }) => idFile === fields.idFile);
		expect(row?.text).toContain("84.000,00");
	});

	test("is not zero when the hours have no value", async () => {
		await putValue({ ...hour, since: "2026-11-22" });
		const { estimate } = (await page()).card;
		expect(estimate).toMatchObject({ total: "sin estimar", heading: "Sin estimar" });
		expect(estimate.notes).toEqual(["8 h no se cuentan: son de días sin valor de la hora."]);
	});

	test("counts the whole period, including entries on other pages", async () => {
		await putValue({ ...hour, amount: "1000", since: "2026-01-01" });
		const rows = Array.from({ length: 40 }, () =>
			extraRow(user.id, {
				date: "2026-11-17",
				minutes: 60,
				start_minute: 360,
				minutes_50: 60,
				minutes_100: 0,
				compensation: "pago",
			}),
		);
		await db.insertInto("extras").values(rows).execute();
		const { card, next } = await page();
		expect(next).toBeDefined();
		// The estimate covers 48 hours at 50 %: all extras of the period, also those on the list's next page.
		expect(card.estimate.total).toBe("$ 72.000,00");
	});

	test("has the union day's wage in one pay period only, also if the day touches two", async () => {
		await db.updateTable("users").set({ pay_period: "closing-6" }).where("id", "=", user.id).execute();
		await putValue({ ...hour, amount: "1000", since: "2026-01-01" });
		await putRates({ ...rates, name: "cct-260-75", weekday: "50", night: "0", since: "2026-01-01" });
		const put = (date: string, start_minute: number) =>
			db
				.insertInto("extras")
				.values(extraRow(user.id, { date, start_minute, compensation: "pago" }))
				.execute();
		await put("2026-09-07", 14 * 60);
		const totals = async () => {
			const { periods } = await page();
			const { sheet } = await read("?view=sheet&end=2026-10-31");
			const pay = await Promise.all(
				["2026-10-06", "2026-09-06"].map(async (date) => {
					const answer = await open(payPage, `/auth/my-pay?period=${date}`);
					return evened(await answer.json()).estimate;
				}),
			);
			return {
				list: periods.map(({ line }: ListedPeriod) => line?.total),
				sheet: [sheet.estimates.total.total, ...sheet.estimates.groups],
				pay: pay.map((estimate) => estimate?.total),
				notes: [
					pay[0].notes.join(" "),
					(await read("?view=sheet&start=2026-09-07")).sheet.estimates.total.notes.join(" "),
				],
			};
		};
		expect(await totals()).toMatchObject({
			list: [undefined, "$ 20.000,00"],
			sheet: ["$ 20.000,00", "$ 20.000,00"],
			pay: ["$ 20.000,00", undefined],
		});
		// The night before belongs to the period that closes, with all its hours and the wage that it earns.
		await put("2026-09-06", 22 * 60);
		const both = await totals();
		expect(both).toMatchObject({
			list: [undefined, "$ 12.000,00", "$ 21.000,00"],
			sheet: ["$ 33.000,00", "$ 21.000,00", "$ 12.000,00"],
			pay: ["$ 12.000,00", "$ 21.000,00"],
		});
		for (const notes of both.notes)
			expect(notes).toContain("El jornal por el día del gremio ya se cuenta con otra extra del 06/09/2026.");
	});

	test("has the union day's wage before saving as after: once, in the day's first entry, whatever a filter hides", async () => {
		await putValue({ ...hour, amount: "1000", since: "2026-01-01" });
		await putRates({ ...rates, name: "cct-260-75", weekday: "50", night: "0", since: "2026-01-01" });
		const typed = (date: string, shift: string, startTime: string, more = {}) => {
			const idFile = crypto.randomUUID();
			return { idFile, date, shift, startTime, hour: "2", compensation: "pago", ...more };
		};
		const sumBefore = async (fields: Fields) => {
			const path = `/auth/work-overtime/preview?${new URLSearchParams(fields)}`;
			const { sum, text } = evened(await (await open(preview, path)).json());
			return [sum.estimate, /un jornal más\.(?: Sin saber [^.]+\.)? ?(.*)$/.exec(text)?.[1]];
		};
		const isAdded = "El estimado suma 8 h de jornal por el día del gremio.";
		const isCounted = (date: string) =>
			`El jornal por el día del gremio ya se cuenta con otra extra del ${date}.`;
		const save = async (fields: Fields) => {
			// The entries of a day are in the order in which they were created.
			vi.setSystemTime(Date.now() + 1000);
			const answer = await responseOf(() =>
				add(argsFor("/auth/work-overtime/add-work-overtime", {}, formOf(fields, headers))),
			);
			expect(answer.status).toBe(303);
		};
		const shown = async ({ idFile }: Fields) => {
			const row = listedRows(await read()).find((each) => each.idFile === idFile);
			const path = `/auth/edit-work-overtime/${idFile}`;
			const { estimate, answer } = evened(await (await open(edit, path, { idFile })).json());
			const inRow = /Estimado, no es un recibo: (\$ [\d.,]+) /.exec(evened(row?.text ?? ""))?.[1];
			return [inRow, estimate.total, answer.sum.estimate];
		};
		const sheetOf = async (query: string) => {
			const { total } = (await read(`?view=sheet&end=2026-10-31${query}`)).sheet.estimates;
			return [total.total, ...total.notes.filter((note: string) => /jornal .* ya/.test(note))];
		};
		// Each has two hours at 50 %, $ 3.000,00. The day's wage is $ 8.000,00.
		const [late, early] = [typed("2026-09-07", "T", "14:00"), typed("2026-09-07", "M", "06:00")];
		expect(await sumBefore(late)).toEqual(["$ 11.000,00", isAdded]);
		await save(late);
		expect(await shown(late)).toEqual(Array(3).fill("$ 11.000,00"));
		expect(await sumBefore(early)).toEqual(["$ 3.000,00", isCounted("07/09/2026")]);
		// With another day too, which has no wage.
		expect(await sumBefore({ ...early, dates: "2026-09-08" })).toEqual([
			"$ 6.000,00",
			expect.stringMatching(/\. El jornal [^.]+ 07\/09\/2026\.$/),
		]);
		await save(early);
		expect([await shown(early), await shown(late)]).toEqual([
			Array(3).fill("$ 3.000,00"),
			Array(3).fill("$ 11.000,00"),
		]);
		expect(await sheetOf("")).toEqual(["$ 14.000,00"]);
		expect(await sheetOf("&shift=T")).toEqual(["$ 11.000,00"]);
		expect(await sheetOf("&shift=M")).toEqual(["$ 3.000,00", isCounted("07/09/2026")]);
		// The night before takes the wage from the day's entries, also where a filter shows an earlier entry.
		const nightBefore = typed("2026-09-06", "N", "23:00");
		expect(await sumBefore(nightBefore)).toEqual(["$ 11.500,00", isAdded]);
		await save(nightBefore);
		await save(typed("2026-09-02", "T", "14:00"));
		expect([await shown(nightBefore), await shown(late)]).toEqual([
			Array(3).fill("$ 11.500,00"),
			Array(3).fill("$ 3.000,00"),
		]);
		expect(await sheetOf("")).toEqual(["$ 20.500,00"]);
		expect(await sheetOf("&shift=T")).toEqual(["$ 6.000,00", isCounted("06/09/2026")]);
		expect(await sheetOf("&shift=N")).toEqual(["$ 11.500,00"]);
	});

	test("says what the periods add up to if each is rounded by itself", async () => {
		await putValue({ ...hour, amount: "1000,01", since: "2026-01-01" });
		const night = { start_minute: 360, minutes: 60, minutes_night: 0, compensation: "pago" } as const;
		const rows = ["2026-10-20", "2026-10-28"].map((date) => extraRow(user.id, { date, ...night }));
		await db.insertInto("extras").values(rows).execute();
		const { estimates } = (await read("?view=sheet&end=2026-10-31")).sheet;
		// 1 h × $ 1.000,01 × 1,5 is $ 1.500,015.
		expect(estimates.groups).toEqual(["$ 1.500,02", "$ 1.500,02"]);
		expect(estimates.total.total).toBe("$ 3.000,03");
		expect(estimates.total.notes[0]).toBe("Cada período se redondea aparte: sumados dan $ 3.000,04.");
		expect((await read("?view=sheet&end=2026-10-25")).sheet.estimates.total.notes.join()).not.toContain(
			"redondea",
		);
	});

	test("on a franco (day off) follows the agreement, also in the reason", async () => {
		await db
			.updateTable("users")
			.set({ diagram: "4turnos_7dias", cycle_start: "2026-11-13" })
			.where("id", "=", user.id)
			.execute();
		expect(await text()).toContain("En tu franco: los convenios difieren");
		await putValue({ ...hour, amount: "1000" });
		await putRates({ ...rates, weekday: "50", night: "0", dayOff: "100" });
		expect(await text()).toContain("8 h al 100 %. En tu franco: tu convenio lo paga al 100 %");
		expect(await text()).toContain("Estimado, no es un recibo: $ 16.000,00 (8 h al 100 %");
	});

	test("after the last night shift is not that of a franco, unless the user was absent that night", async () => {
		// The last of the worker's seven night shifts ends on the morning of 2026-11-20, the date of the extra.
		await db
			.updateTable("users")
			.set({ diagram: "4turnos_7dias", cycle_start: "2026-10-26" })
			.where("id", "=", user.id)
			.execute();
		await db.updateTable("extras").set({ start_minute: 360, minutes_night: 0 }).execute();
		expect(await text()).not.toContain("franco");
		const night = { first_day: "2026-11-19", last_day: "2026-11-19", kind: "licencia" } as const;
		const more = { id: ID, crew: null, bank_minutes: null, note: "", created_at: 1, updated_at: 1 };
		await db
			.insertInto("own_days")
			.values({ user_id: user.id, ...night, ...more })
			.execute();
		expect(await text()).toContain("En tu franco");
	});
});

describe("values and agreements", () => {
	beforeEach(async () => {
		await putValue(hour);
		await putRates(rates);
	});

	test("are in the export", async () => {
		await putValue({ ...month, since: "2026-12-01" });
		const answer = await open(exportData, "/auth/export");
		const files = await unzip(Buffer.from(await answer.arrayBuffer()));
		expect(JSON.parse(files.get("convenio.json")?.toString() ?? "")).toEqual({
			hourValues: [
				{ since: SINCE, centavos: 700_050, divisor: null },
				{ since: "2026-12-01", centavos: 140_000_000, divisor: 200 },
			],
			agreements: [
				{
					since: SINCE,
					name: "propio",
					weekday: 60,
					saturday: 100,
					sunday: 100,
					holiday: 150,
					ownShift: 100,
					night: 20,
					dayOff: "franco",
					hasUnionDay: true,
				},
			],
		});
		const hourValues = files.get("valor-de-la-hora.csv")?.toString();
		expect(hourValues).toContain("7.000,50;hora;\r\n");
		expect(hourValues).toContain(";mes;200\r\n");
		expect(files.get("convenio.csv")?.toString()).toContain("propio;60;100;100;150;100;20;franco;sí");
	});

	test.each([
		["SQLITE_FULL", 507],
		["SQLITE_BUSY", 500],
	])("show an error when they cannot be deleted, and stay: %s", async (code, status) => {
		// Simulates the error, because no request of this test can fill the disk or lock the database.
		const broken = vi.spyOn(db, "transaction").mockImplementation(() => {
			throw Object.assign(new Error(code), { code });
		});
		const answers = [
			await putValue({ intent: "delete" }, SINCE),
			await putRates({ intent: "delete" }, SINCE),
		];
		broken.mockRestore();
		expect(answers.map((answer) => answer.status)).toEqual([status, status]);
		expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
			{ result: null, failure: "No se pudo eliminar el valor de la hora" },
			{ result: null, failure: "No se pudo eliminar el convenio" },
		]);
		expect([await values(), await agreements()].map(({ length }) => length)).toEqual([1, 1]);
	});

	test("are deleted with the account", async () => {
		await deleteAccount(user.id);
		expect([await values(), await agreements()]).toEqual([[], []]);
	});

	test("are deleted when another person proves to own the e-mail address", async () => {
		await db.updateTable("users").set({ email_verified_at: null }).where("id", "=", user.id).execute();
		await db.transaction().execute((trx) => emptyUnprovenProfile(trx, user.id, () => {}));
		expect([await values(), await agreements()]).toEqual([[], []]);
	});
});

describe("a deleted value or agreement", () => {
	test("comes back with 'Deshacer' for a minute, as it was", async () => {
		await putValue(month);
		await putRates(rates);
		const before = [await values(), await agreements()];
		for (const put of [putValue, putRates]) {
			expect(await put({ intent: "delete" }, SINCE)).toRedirectTo(PAGE);
			expect(await put({ intent: "undo", redirectTo: PAGE }, SINCE)).toRedirectTo(PAGE);
			// The button was tapped twice.
			const again = await put({ intent: "undo", redirectTo: PAGE }, SINCE);
			expect((await toastOf(again))?.text).toMatch(/ volvió a la lista\.$/);
		}
		expect([await values(), await agreements()]).toEqual(before);
		const gone = await putValue({ intent: "delete" }, SINCE);
		expect((await toastOf(gone))?.text).toBe("Valor eliminado");
		vi.setSystemTime(Date.now() + 60_000);
		const late = await putValue({ intent: "undo" }, SINCE);
		expect((await toastOf(late))?.text).toBe("Ya no se puede deshacer: pasó más de un minuto.");
		expect(await values()).toEqual([]);
	});

	test("does not come back beside another one of the same day, nor beyond the maximum number", async () => {
		await putValue(hour);
		await putValue({ intent: "delete" }, SINCE);
		await putValue(month);
		const taken = await putValue({ intent: "undo" }, SINCE);
		expect(await toastOf(taken)).toEqual({
			text: "No se puede deshacer: ya tenés otro que empieza ese día.",
			kind: "error",
		});
		expect(await values()).toMatchObject([{ divisor: 200 }]);
		const [{ since: _since, ...row } = expect.fail()] = await values();
		await putValue({ intent: "delete" }, SINCE);
		const rows = Array.from({ length: MAX_CHANGES }, (_, day) => ({
			...row,
			since: addDays("2020-01-01", day),
		}));
		await db.insertInto("hour_values").values(rows).execute();
		const full = await putValue({ intent: "undo" }, SINCE);
		expect((await toastOf(full))?.text).toBe("No se puede deshacer: llegaste a 500 cambios.");
		expect(await values()).toHaveLength(MAX_CHANGES);
	});

	test("of another person does not come back", async () => {
		await putRates(rates);
		await putRates({ intent: "delete" }, SINCE);
		const other = await makeUser({ email: "tercera@planta.example" });
		await putRates({ intent: "undo" }, SINCE, await signedIn(other));
		const owners = await db
			.selectFrom("agreements")
			.select("user_id")
			.where("user_id", "in", [user.id, other.id])
			.execute();
		expect(owners).toEqual([]);
	});
});
