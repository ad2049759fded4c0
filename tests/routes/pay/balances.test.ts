import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dayOf } from "~/features/shift/own-calendar";
import { db, sqlite } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as exportData } from "~/routes/auth.export";
import { action as changeDays, loader as myDays } from "~/routes/auth.my-days";
import { loader } from "~/routes/auth.my-pay";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { extraRow } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { unzip } from "../../support/unzip";

const H = 60;
const LEDGER = "/auth/my-pay";

let user: { id: string };
let headers: { Cookie: string };

// Crew A works mornings from Monday 2026-11-02 to Sunday 8, and is off on the 9th and 10th.
beforeEach(async () => {
	vi.useFakeTimers({ now: new Date("2026-11-20T18:00:00Z"), toFake: ["Date"] });
	user = await makeUser({ diagram: "4turnos_7dias", crew: "A" });
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
const take = (fields: Record<string, string>, id: string = randomUUID()) =>
	responseOf(() =>
		changeDays(argsFor("/auth/my-days?day=hoy", {}, formOf({ idFile: id, ...fields }, headers))),
	);
const open = async (search = "", who = headers) => {
	const response = await responseOf(() => loader(argsFor(LEDGER + search, {}, { headers: who })));
	return evened(await response.json());
};
const bank = { kind: "banco", firstDay: "2026-11-03" };

// The diagrams of the tests were stored after the tests' present.
beforeEach(() => db.updateTable("diagramas").set({ corrected_at: 1 }).execute());

test("the amounts earned, taken and left, of the signed-in user only", async () => {
	await put(
		{ date: "2026-10-10", compensation: "franco", minutes: 12 * H },
		{ date: "2026-10-17", compensation: "franco" },
		{ date: "2026-11-30", compensation: "franco" },
		{ date: "2026-10-12", compensation: "banco" },
		{ date: "2026-10-13", compensation: "pago" },
	);
	await take({ kind: "franco", firstDay: "2026-11-08", lastDay: "2026-11-09" });
	await take({ ...bank, bankHours: "10" });
	expect((await open()).balances).toEqual([
		{
			kind: "franco",
			isUsed: true,
			earned: "2 francos (por 20 h)",
			taken: "1 franco",
			left: "1 franco ?",
			notes: [
				"Sin contar lo que ganarías después de hoy: 1 franco.",
				"Lo tomado está contado según un diagrama sin confirmar por la planta.",
			],
		},
		{
			kind: "banco",
			isUsed: true,
			earned: "8 h",
			taken: "10 h",
			left: "−2 h",
			notes: ["Según lo que anotaste, tomaste 2 h más de lo ganado: fijate si falta alguna extra."],
		},
	]);
	const other = await signedIn(await makeUser());
	expect((await open("", other)).balances).toMatchObject([
		{ isUsed: false, left: "0 francos" },
		{ isUsed: false, left: "0 h" },
	]);
});

test("a franco of a crew that is known by its letter says when its diagram was corrected since", async () => {
	await take({ kind: "franco", firstDay: "2026-11-08", lastDay: "2026-11-09" });
	await take({ ...bank, bankHours: "8" });
	const notes = async () => (await open()).balances[0].notes;
	expect(await notes()).not.toContainEqual(expect.stringContaining("se corrigió tu diagrama"));
	await db
		.updateTable("diagramas")
		.set({ corrected_at: Date.now() + 60_000 })
		.execute();
	expect(await notes()).toContain(
		"El 20/11/2026 se corrigió tu diagrama: lo tomado del 08/11/2026 al 09/11/2026 puede contar distinto que antes.",
	);
	// Hours stay what they were when they were noted, and so does a position of one's own.
	expect((await open()).balances[1].notes).not.toContainEqual(expect.stringContaining("se corrigió"));
	await db.updateTable("users").set({ cycle_start: "2026-11-02" }).where("id", "=", user.id).execute();
	expect(await notes()).not.toContainEqual(expect.stringContaining("se corrigió"));
});

describe("a day taken from the bank of hours", () => {
	const hours = () =>
		db.selectFrom("own_days").select("bank_minutes").where("user_id", "=", user.id).execute();

	test("takes the hours of the user's shifts if none are typed", async () => {
		expect((await take({ ...bank, firstDay: "2026-11-08", lastDay: "2026-11-09" })).status).toBe(303);
		expect(await hours()).toEqual([{ bank_minutes: 8 * H }]);
	});

	test("asks for the hours on a day without a known shift", async () => {
		const response = await take({ ...bank, firstDay: "2026-11-09" });
		expect(response.status).toBe(400);
		const { result } = await response.json();
		expect(result.error).toEqual({
			bankHours: ["Esos días no tenés turno, o no sabemos cuál: escribí cuántas horas te descuentan."],
		});
		expect(result.initialValue).toMatchObject({ kind: "banco", firstDay: "2026-11-09" });
	});

	test("follows the shifts when the days are changed, unless hours were typed", async () => {
		const id = randomUUID();
		await take({ ...bank, firstDay: "2026-11-08" }, id);
		const load = async () =>
			(await responseOf(() => myDays(argsFor(`/auth/my-days?edit=${id}`, {}, { headers })))).json();
		const save = async (bankHours: string | null, lastDay: string) => {
			const { shown, version } = (await load()).form;
			expect(shown.bankHours).toBe(bankHours);
			const fields = { ...bank, firstDay: "2026-11-06", lastDay, version, bankHours: bankHours ?? "" };
			return responseOf(() => changeDays(argsFor(`/auth/my-days?edit=${id}`, {}, formOf(fields, headers))));
		};
		expect((await save(null, "2026-11-08")).status).toBe(303);
		expect(await hours()).toEqual([{ bank_minutes: 24 * H }]);
		await db.updateTable("own_days").set({ bank_minutes: 440 }).where("id", "=", id).execute();
		expect((await save("7,33", "2026-11-07")).status).toBe(303);
		expect(await hours()).toEqual([{ bank_minutes: 440 }]);
	});

	test("is refused when the shifts have more hours than the form accepts", async () => {
		const response = await take({ ...bank, lastDay: "2027-10-03" });
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({
			bankHours: ["Tus turnos de esos días suman más de 999 horas: anotalos en partes."],
		});
		expect(await hours()).toEqual([]);
	});

	test.each(["0", "-1", "mil", "1000"])("refuses '%s' hours", async (bankHours) => {
		const response = await take({ ...bank, bankHours });
		expect(await errorsOf(response)).toEqual({
			bankHours: ["Escribí las horas como 8 o 7,5, hasta 999."],
		});
	});

	test("stores them for the form and the export, and only for this kind of day", async () => {
		const id = randomUUID();
		await take({ ...bank, bankHours: "7,33" }, id);
		await take({ kind: "licencia", firstDay: "2026-11-04", bankHours: "8" });
		expect(await hours()).toEqual([{ bank_minutes: 440 }, { bank_minutes: null }]);
		const page = await responseOf(() => myDays(argsFor(`/auth/my-days?edit=${id}`, {}, { headers })));
		expect((await page.json()).form.shown).toMatchObject({ kind: "banco", bankHours: "7,33" });
		const days = await responseOf(() => myDays(argsFor("/auth/my-days", {}, { headers })));
		const { calendar } = await days.json();
		expect(calendar.ownDays).toMatchObject([{ kind: "banco" }, { kind: "licencia" }]);
		expect(dayOf(calendar, "2026-11-03")).toMatchObject({ letter: "F", ownDay: { kind: "banco" } });
		const response = await responseOf(() => exportData(argsFor("/auth/export", {}, { headers })));
		const files = unzip(Buffer.from(await response.arrayBuffer()));
		expect(String(files.get("dias.csv"))).toContain("banco;2026-11-03;2026-11-03;;7,333333333333333;;2026-");
	});
});

describe("the movements of the balances", () => {
	test("are what each day earned or took, newest first, including future ones that do not count yet", async () => {
		await put(
			{ date: "2026-10-10", compensation: "franco" },
			{ date: "2026-10-10", compensation: "franco", minutes: 4 * H },
			{ date: "2026-12-01", compensation: "franco" },
			{ date: "2026-10-12", compensation: "banco" },
		);
		await take({ kind: "franco", firstDay: "2026-11-07", lastDay: "2026-11-08" });
		const { balances, isFirstPage } = await open("?view=balances");
		expect(isFirstPage).toBe(true);
		expect(balances).toMatchObject([
			{
				kind: "franco",
				movements: [
					{ date: "2026-12-01", amount: "+1 franco", isPlanned: true },
					{ date: "2026-11-07", amount: "−2 francos", text: "Tomado del 07/11/2026 al 08/11/2026" },
					{
						date: "2026-10-10",
						amount: "+2 francos",
						text: "10/10/2026: 2 extras (12 h)",
						isPlanned: false,
					},
				],
			},
			{ kind: "banco", movements: [{ date: "2026-10-12", amount: "+8 h" }] },
		]);
	});

	test("count of days that have begun only those up to today, as the balance does", async () => {
		await take({ kind: "franco", firstDay: "2026-11-20", lastDay: "2026-11-22" });
		const [{ movements }] = (await open("?view=balances")).balances;
		expect(movements).toMatchObject([
			{ date: "2026-11-20", amount: "−2 francos", isPlanned: true },
			{ date: "2026-11-20", amount: "−1 franco", isPlanned: false },
		]);
		expect((await open()).balances[0].taken).toBe("1 franco");
		await take({ ...bank, firstDay: "2026-12-03", bankHours: "8" });
		expect((await open("?view=balances")).balances[1].movements).toMatchObject([
			{ date: "2026-12-03", amount: "−8 h", isPlanned: true },
		]);
	});

	test("have days to come that the diagram gives anyway, of which none is taken", async () => {
		await take({ kind: "franco", firstDay: "2026-11-28" });
		expect((await open("?view=balances")).balances[0].movements).toMatchObject([
			{ date: "2026-11-28", amount: "0 francos", isPlanned: true },
		]);
	});

	test("are shown 25 per page, without a gap on the day between two pages", async () => {
		await put(
			...Array.from({ length: 30 }, (_, index) => ({
				date: addDays("2026-09-01", index),
				compensation: "franco" as const,
			})),
		);
		for (const firstDay of ["2026-09-03", "2026-09-06"]) await take({ kind: "franco", firstDay });
		const [first] = (await open("?view=balances")).balances;
		const page = await open(`?view=balances&of=franco&before=${first.next}`);
		expect(page.isFirstPage).toBe(false);
		expect(page.balances).toHaveLength(1);
		const all = [...first.movements, ...page.balances[0].movements];
		expect(all).toHaveLength(32);
		expect(new Set(all.map(({ date }: { date: string }) => date)).size).toBe(30);
		expect(page.balances[0].next).toBeUndefined();
		const [full] = (await open("?view=balances&of=franco&before=2026-09-24")).balances;
		expect([full.movements.length, full.next]).toEqual([25, undefined]);
	});

	test("lead on to older ones from a page that ends today, with an ended and a planned extra", async () => {
		const planned = Array.from({ length: 24 }, (_, day) => addDays("2026-11-21", day));
		const dates = [...planned, "2026-11-20", "2026-11-19"];
		await put(
			...dates.map((date) => ({ date, compensation: "franco" as const, start_minute: 0, minutes: H })),
			{ date: "2026-11-20", compensation: "franco", start_minute: 23 * H, minutes: H },
		);
		const [first] = (await open("?view=balances")).balances;
		expect(first.movements).toHaveLength(26);
		expect(first.next).toBe("2026-11-20");
		const [second] = (await open(`?view=balances&of=franco&before=${first.next}`)).balances;
		expect(second.movements).toMatchObject([{ date: "2026-11-19" }]);
	});

	test.each(["&of=x&before=2026-01-01", "&of=franco&before=ayer", "&before=2026-01-01"])(
		"%s shows them from the beginning",
		async (search) => {
			expect(await open(`?view=balances${search}`)).toMatchObject({ isFirstPage: true });
		},
	);
});

test("20,000 extras are added up by an index", async () => {
	const plan = sqlite
		.prepare(
			"EXPLAIN QUERY PLAN SELECT compensation, count(*), sum(minutes) FROM extras WHERE user_id = ? AND compensation IN (?, ?) AND date <= ? GROUP BY compensation",
		)
		.all("x", "franco", "banco", "2026-11-20");
	expect(JSON.stringify(plan)).toContain("USING COVERING INDEX extras_by_compensation");
});
