import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { saveHourValue } from "~/features/agreement/agreements.server";
import { answerQuery } from "~/features/extras/form/form-query";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { loader as editPage } from "~/routes/auth.edit-work-overtime.$idFile";
import { loader as addPage } from "~/routes/auth.work-overtime_.add-work-overtime";
import { loader as preview } from "~/routes/auth.work-overtime_.preview";
import { makeUser, signedIn } from "../../support/accounts";
import { extraRow } from "../../support/extras";
import { naughty } from "../../support/naughty";
import { argsFor, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { todayIn } from "../../support/texts/today";

/** Tests of the text about hours and pay that the form shows before saving, and of "Repetir la última". */

const ADD = "/auth/work-overtime/add-work-overtime";
const today = todayIn("America/Argentina/Buenos_Aires");

let user: { id: string };
let headers: { Cookie: string };
beforeAll(async () => {
	user = await makeUser({ diagram: "3turnos", crew: "A" });
	headers = await signedIn(user);
});

const ask = (query: Record<string, string>, who: Record<string, string> = headers) =>
	responseOf(() =>
		preview(argsFor(`/auth/work-overtime/preview?${new URLSearchParams(query)}`, {}, { headers: who })),
	);
const textOf = async (query: Record<string, string>) => evened(await (await ask(query)).json()).text;

describe("the computed hours before saving", () => {
	test("contain the times, their source and the reason", async () => {
		const sunday = { date: "2026-11-15", shift: "N", hour: "8" };
		expect(await textOf(sunday)).toMatch(
			/^De 22:00 a 06:00, según tu diagrama: 6 h al 50 %.* y 2 h al 100 % porque/,
		);
		expect(await textOf({ ...sunday, startTime: "06:00" })).toMatch(
			/^De 06:00 a 14:00: 8 h al 100 % porque es domingo/,
		);
		const unknown = { ...sunday, shift: "Z" };
		const POSE = "Poné la hora de entrada y la clasificamos.";
		expect(await textOf(unknown)).toMatch(new RegExp(`sin clasificar .* ${POSE}$`));
		// A weekday before a weekday is the same at any hour, and a split of one's own needs none.
		for (const known of ["date=2026-11-17", "hours50=4", "hours50=4&hours100=4"])
			expect(await textOf({ ...unknown, ...Object.fromEntries(new URLSearchParams(known)) })).not.toContain(
				POSE,
			);
	});

	test("say what the reason leaves open", async () => {
		const holiday = { date: "2026-12-08", shift: "own", hour: "8" };
		expect(await textOf(holiday)).toMatch(
			/ Según un diagrama sin confirmar por la planta\. En un feriado durante el turno propio: con sueldo por mes, lo normal del día ya está pago\.$/,
		);
		expect(await textOf({ date: "2026-11-17", shift: "N", hour: "8" })).toMatch(/día común\.$/);
		const dayOff = await textOf({ date: "2026-11-21", shift: "N", hour: "8" });
		expect(dayOff.match(/diagrama sin confirmar/g)).toHaveLength(1);
	});

	test("come with the shifts of the form's day, which the hint names", async () => {
		const { choices } = await (await ask({ date: "2025-11-15", hour: "8" })).json();
		expect(choices.hint).toContain(", el sábado 15/11/2025 ");
	});

	test("have no text while a value is missing or invalid, and never fail", async () => {
		expect(await textOf({ date: "2026-11-15", shift: "N" })).toBeNull();
		for (const text of [...naughty, "other", "x".repeat(6000)]) {
			const answer = await ask({ date: text, shift: text, hour: text, startTime: text, idFile: text });
			expect([answer.status, (await answer.json()).text]).toEqual([200, null]);
		}
	});

	test("estimate no money for hours that are compensated otherwise", async () => {
		const worker = await makeUser();
		const own = await signedIn(worker);
		await saveHourValue(worker.id, { since: "2020-01-01", centavos: 700_000, divisor: null });
		const fields = { date: "2026-11-16", shift: "T", hour: "8", startTime: "14:00" };
		for (const [compensation, estimate] of [
			["pago", "$ 84.000,00"],
			["franco", "$ 0,00"],
			["banco", "$ 0,00"],
		] as const) {
			const typed = Object.fromEntries(new URLSearchParams(answerQuery({ ...fields, compensation }, "")));
			expect(evened(await (await ask(typed, own)).json()).sum, compensation).toEqual({
				hours: "8 h",
				estimate,
			});
			const row = extraRow(worker.id, { date: "2026-11-16", compensation });
			await db.insertInto("extras").values(row).execute();
			const path = `/auth/edit-work-overtime/${row.id_file}`;
			const page = await editPage(argsFor(path, { idFile: row.id_file }, { headers: own }));
			expect(evened(page).answer.sum?.estimate, compensation).toBe(evened(page).estimate?.total);
		}
	});

	test("of an extra that is stored already begin when it begins, and ask nothing", async () => {
		const worker = await makeUser({ diagram: "3turnos", crew: "A" });
		const own = await signedIn(worker);
		const row = extraRow(worker.id, { date: "2026-11-09", start_minute: 21 * 60, is_start_proposed: 1 });
		await db.insertInto("extras").values(row).execute();
		const answer = async (idFile: string, shift = "N") =>
			evened(await (await ask({ date: row.date, shift, hour: "8", idFile }, own)).json());
		const stored = await answer(row.id_file);
		expect(stored).toMatchObject({ text: expect.stringMatching(/^De 21:00 a 05:00/), questions: [] });
		// Its hour is that of its shift, and another extra at these hours is asked about.
		expect((await answer(row.id_file, "M")).text).toMatch(/^De 06:00 a 14:00/);
		expect((await answer(randomUUID())).questions).not.toEqual([]);
	});

	test("require a session, and do not depend on other users' extras", async () => {
		expect((await ask({}, {})).headers.get("Location")).toContain("/auth/login");
		const other = await makeUser();
		const row = extraRow(other.id, { shift: "Z", start_minute: 60, is_start_proposed: 1 });
		await db.insertInto("extras").values(row).execute();
		const query = { date: row.date, shift: "Z", hour: "8", idFile: row.id_file };
		expect(await textOf(query)).not.toContain("01:00");
	});
});

test("the form begins with the day in the address, or today", async () => {
	const dateOf = async (query: string) =>
		(await addPage(argsFor(`${ADD}?idFile=${randomUUID()}${query}`, {}, { headers }))).shown.date;
	const day = addDays(today, -19);
	expect(await dateOf(`&date=${day}`)).toBe(day);
	for (const query of ["", "&date=", "&date=2026-02-30", "&date=x"])
		expect(await dateOf(query), query).toBe(today);
});

describe("'Repetir la última'", () => {
	const form = async (query: string, who = headers) =>
		addPage(argsFor(`${ADD}?idFile=${randomUUID()}${query}`, {}, { headers: who }));

	test("stays beside the own shift where there is one; an own shift on a holiday is only its letter", async () => {
		// Crew A works from 6:00 to 14:00 from Monday 2024-01-01, a holiday, to Saturday 2024-01-06.
		const worker = await makeUser({ diagram: "3turnos", crew: "A" });
		const who = await signedIn(worker);
		const proposed = { is_start_proposed: 1 } as const;
		const own = extraRow(worker.id, { ...proposed, date: "2024-01-01", shift: "M", start_minute: 6 * 60 });
		const stayed = extraRow(worker.id, {
			...{ ...proposed, date: "2024-01-02", shift: "T" },
			...{ start_minute: 14 * 60, minutes: 4 * 60 },
		});
		await db.insertInto("extras").values([own, stayed]).execute();
		const again = async ({ id_file }: { id_file: string }, date: string) =>
			(await form(`&repeat=${id_file}&date=${date}`, who)).shown.shift;
		expect(await again(own, "2024-01-03")).toBe("M");
		expect(await again(stayed, "2024-01-03")).toBe("after");
		expect(await again(stayed, "2024-01-07")).toBe("T");
	});

	test("is offered if there is an extra, and fills in its values for today or the day in the address, except typed hours at 50 % and 100 %", async () => {
		expect((await form("&repeat=last")).repeatedDate).toBeUndefined();
		const future = extraRow(user.id, { date: addDays(today, 3), comment: "después" });
		const last = extraRow(user.id, {
			date: addDays(today, -2),
			minutes: 270,
			comment: "Parada",
			compensation: "banco",
			is_own_split: 1,
		});
		await db.insertInto("extras").values([future, last]).execute();
		expect((await form("")).hasLast).toBe(true);
		const { shown, repeatedDate } = await form("&repeat=last");
		expect(repeatedDate).toBe(last.date);
		expect(shown).toMatchObject({
			date: today,
			hour: "4,5",
			shift: "N",
			comment: "Parada",
			compensation: "banco",
		});
		expect([shown.hours50, shown.hours100]).toEqual([null, null]);
		expect((await form("&repeat=otra")).repeatedDate).toBeUndefined();
		expect((await form(`&repeat=${future.id_file}`)).shown).toMatchObject({
			date: today,
			comment: "después",
		});
		const other = extraRow((await makeUser()).id);
		await db.insertInto("extras").values(other).execute();
		expect((await form(`&repeat=${other.id_file}`)).repeatedDate).toBeUndefined();
		const date = addDays(today, -19);
		const onDate = await form(`&repeat=last&date=${date}`);
		expect(onDate.shown).toEqual({ ...shown, date });
	});
});
