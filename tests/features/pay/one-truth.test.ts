import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { findPayTerms, saveAgreement, saveHourValue } from "~/features/agreement/agreements.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { toValues } from "~/features/extras/form/extra-values.server";
import { csvOf } from "~/features/extras/list/exported-extras.server";
import { readFilter } from "~/features/extras/list/filter";
import { readListPage } from "~/features/extras/list/read-list-page.server";
import { toColumns, toExtra } from "~/features/extras/rows/extras.server";
import { listHolidays } from "~/features/holidays/holidays.server";
import { countedDoubtLines, doubtLines, doubtOrder } from "~/features/law/doubts";
import type { Agreement } from "~/features/law/rates";
import { saveOwnDay } from "~/features/own-days/own-days.server";
import { readBalances } from "~/features/pay/balances/read-balances.server";
import { readPeriod } from "~/features/pay/periods/read-period.server";
import { readPeriods } from "~/features/pay/periods/read-periods.server";
import { readYearHours } from "~/features/pay/picture/year-hours.server";
import { readSheet } from "~/features/pay/sheet/sheet.server";
import { findPeriodOn, saveSlip } from "~/features/pay/slips/slips.server";
import { readCsv } from "~/lib/csv";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../../support/accounts";
import { listedRows, sumsOf } from "../../support/extras";
import { type NaiveExtra, naivePay } from "../../support/naive-pay";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../../support/naive-shifts";
import { Random } from "../../support/random";
import { seededDiagrams } from "../../support/seeded-diagrams";
import { evened } from "../../support/texts/evened";

/** Number of random workers; `PAY_WORKERS=5000 npm test -- tests/features/pay/one-truth.test.ts` tries more. */
const WORKERS = Number(process.env.PAY_WORKERS ?? 300);

const [FIRST, LAST] = ["2026-09-01", "2026-10-31"].map((date) => days.indexOf(date)) as [number, number];
const MONTHS = ["2026-09", "2026-10"] as const;
const RULES = [{ from: "1974-09-27", saturday100Minute: 780, nightStartMinute: 1260, nightEndMinute: 360 }];
const CENTAVOS = 500_055;

let holidays: { date: string; kind: string }[];
beforeAll(async () => {
	// One holiday in the middle of the workers' months is not confirmed.
	await db.updateTable("feriados").set({ confirmed: 0 }).where("date", "=", "2026-10-12").execute();
	holidays = await listHolidays(2026);
});

type Sums = Record<string, number>;

/** A random worker: what the database has of him, and a count of his extras that shares no code with the program. */
async function makeWorker(random: Random) {
	const diagram = random.pick(seededDiagrams);
	const [before, after] = [random.below(diagram.crews), random.below(diagram.crews)];
	const letterOf = (crew: number) => (["A", "B", "C", "D", "E"] as const)[crew] ?? "A";
	const user = await makeUser({ diagram: diagram.id, crew: letterOf(after) });
	const extras = Array.from({ length: 6 + random.below(14) }, () => anyExtra(random));
	// The extras are entered under the law alone; everything that decides their pay changes afterwards.
	const terms = await findPayTerms(user.id);
	const rows = extras.map(({ day, startMinute, isProposed, own, ...extra }) => {
		const start = { startMinute, isStartProposed: isProposed };
		const { compensation } = extra;
		const typed = { ...extra, date: days[day] ?? "", startMinute: undefined, comment: undefined };
		const values = toValues(
			{
				...typed,
				...own,
				minutes50: own?.minutes50,
				minutes100: own?.minutes100,
				compensation: compensation ?? undefined,
			},
			start,
			terms,
		);
		return {
			...{ user_id: user.id, id_file: randomUUID(), created_at: 1, edited_at: null },
			...toColumns({ ...values, hasOwnSplit: own !== undefined }),
			premiums: JSON.stringify(own ? premiumsOf(own, extra.minutes) : values.premiums),
		};
	});
	await db.insertInto("extras").values(rows).execute();
	// Some rows were made the worker's own above, after their doubts were computed.
	await db
		.insertInto("marked_stale_pay")
		.values({ user_id: user.id, first_day: days[FIRST - 10] ?? "", last_day: days[LAST] ?? "" })
		.execute();
	const changeDay = FIRST + random.below(LAST - FIRST);
	const hasHistory = random.below(2) === 0;
	if (hasHistory)
		for (const [since, crew] of [
			["1900-01-01", before],
			[days[changeDay] ?? "", after],
		] as const)
			await db
				.insertInto("rotation_history")
				.values({ user_id: user.id, since, diagram: diagram.id, crew: letterOf(crew), changed_at: 1 })
				.execute();
	const agreements = [0, 1].slice(0, random.below(3)).map((n) => anyAgreement(random, FIRST - 40 + n * 60));
	for (const agreement of agreements) await saveAgreement(user.id, agreement);
	await saveHourValue(user.id, { since: "2020-01-01", centavos: CENTAVOS, divisor: null });
	const ownDays = [0, 1].slice(0, random.below(3)).map((n) => {
		const first = FIRST + n * 30 + random.below(20);
		return {
			kind: random.pick(["franco", "vacaciones", "licencia"] as const),
			first,
			last: first + random.below(8),
		};
	});
	for (const { kind, first, last } of ownDays)
		await saveOwnDay(
			{ userId: user.id, id: randomUUID() },
			{ kind, firstDay: days[first] ?? "", lastDay: days[last] ?? "", crew: null, note: "" },
		);
	const [early, late] = [before, after].map((crew) =>
		naiveLetters(diagram, naiveCrewPosition(diagram, crew)),
	);
	const letters = days.map((_date, day) => {
		const own = ownDays.find(({ first, last }) => first <= day && day <= last);
		if (own) return own.kind === "franco" ? "F" : "-";
		return (hasHistory && day < changeDay ? early : late)?.[day] ?? "-";
	});
	const count = naivePay({
		rules: RULES,
		agreements,
		values: [{ since: "2020-01-01", centavos: CENTAVOS, divisor: null }],
		holidays,
		isDayOff: letters.map((letter) => letter === "F"),
		shifts: naiveShifts(diagram, letters.join("")),
		hasDayShift: "D" in diagram.hours,
	});
	return { user, extras, count };
}

type AnyExtra = NaiveExtra & { isProposed: boolean };

function anyExtra(random: Random): AnyExtra {
	const near = ["2026-09-06", "2026-10-11", "2026-10-12"].map((date) => days.indexOf(date));
	const day = random.below(4) === 0 ? random.pick(near) : FIRST + random.below(LAST - FIRST + 1);
	const minutes = (1 + random.below(64)) * 15;
	const startMinute = random.below(8) === 0 ? null : random.below(96) * 15;
	const minutes50 = random.below(minutes / 15 + 1) * 15;
	const minutes100 = random.below((minutes - minutes50) / 15 + 1) * 15;
	return {
		day,
		minutes,
		startMinute,
		shift: random.pick(["M", "T", "N", "D"]),
		compensation: random.pick(["pago", "pago", "pago", null, "franco", "banco"] as const),
		own: random.below(8) === 0 ? { minutes50, minutes100 } : undefined,
		isProposed: startMinute !== null && random.below(3) === 0,
	};
}

function anyAgreement(random: Random, day: number): Agreement {
	const percent = () => random.pick([50, 60, 75, 100, 120, 150, 200]);
	return {
		name: "propio",
		since: days[day + random.below(30)] ?? "",
		...{
			weekday: percent(),
			saturday: percent(),
			sunday: percent(),
			holiday: percent(),
			ownShift: percent(),
		},
		night: random.pick([0, 0, 13, 25]),
		dayOff: random.pick([null, "50", "100", "franco"] as const),
		hasUnionDay: random.below(2) === 0,
	};
}

function premiumsOf(own: { minutes50: number; minutes100: number }, minutes: number): Sums {
	const all = {
		50: own.minutes50,
		100: own.minutes100,
		unclassified: minutes - own.minutes50 - own.minutes100,
	};
	return Object.fromEntries(Object.entries(all).filter(([, sum]) => sum > 0));
}

/** The minutes of extras by premium, counted minute by minute. */
function countedBy(count: ReturnType<typeof naivePay>, extras: readonly NaiveExtra[]): Sums {
	const sums: Sums = {};
	const add = (key: string, minutes: number) => {
		sums[key] = (sums[key] ?? 0) + minutes;
	};
	for (const extra of extras) {
		// What would be paid counts for hours that are compensated otherwise, too.
		const isPaid = extra.compensation === "pago" || extra.compensation === null;
		const { lines, leftOut } = count(isPaid ? extra : { ...extra, compensation: "pago" });
		for (const [line, minutes] of lines) {
			const [kind, percent] = line.split(" ");
			if (kind !== "night") add(String(Number(percent) - 100), minutes);
		}
		for (const [why, minutes] of leftOut) add(why === "agreed-day-off" ? "franco" : "unclassified", minutes);
	}
	return sums;
}

const hoursOf = (text: string) => {
	const [hours = "0", minutes = "0"] = text.split(":");
	return Math.round(Number(hours.replace(",", ".")) * 60) + Number(minutes);
};

/** Reads sums from a text such as "24 h · 14 al 50 · 10 al 100" or "14 h al 50 %, 10 h al 100 %". */
function sumsIn(text: string): Sums {
	const sums: Sums = {};
	const parts = text.matchAll(
		/([\d,:]+)(?:\sh)? (?:al (\d+)|(con franco compensatorio)|(sin clasificar))(?=\s%|\b|$)/g,
	);
	for (const [, hours = "", percent, franco] of parts) {
		const key = percent ?? (franco ? "franco" : "unclassified");
		sums[key] = (sums[key] ?? 0) + hoursOf(hours);
	}
	return sums;
}

function addAll(each: readonly Sums[]): Sums {
	const all: Sums = {};
	for (const sums of each)
		for (const [key, minutes] of Object.entries(sums)) all[key] = (all[key] ?? 0) + minutes;
	return all;
}

const titleOf = (start: string) => (start.startsWith("2026-09") ? "septiembre de 2026" : "octubre de 2026");
const isMoney = ({ compensation }: NaiveExtra) => compensation === "pago" || compensation === null;
const inMonth = (month: string) => (extra: NaiveExtra) => days[extra.day]?.startsWith(month) === true;
const minutesAt = (sums: Sums) =>
	Object.fromEntries(Object.entries(sums).filter(([key]) => /^\d+$/.test(key)));

test(
	`${WORKERS} random workers: nine places say the same hours at the same percentage, with the same doubts`,
	async () => {
		const random = new Random(4242);
		const figures = { extras: 0, places: 0, doubts: 0, lines: 0, openDifferences: 0 };
		const seenDoubts = new Set<string>();
		const sentences = new Set(doubtOrder().map((doubt) => doubtLines([doubt]).join("")));
		for (let n = 0; n < WORKERS; n++) {
			const { user, extras, count } = await makeWorker(random);
			const worker = { id: user.id, payPeriod: "month" as const };
			const request = new Request("http://localhost/", { headers: await signedIn(user) });
			const where = `worker ${n}`;
			const same = (place: string, found: Sums, expected: Sums) => {
				figures.places++;
				expect(found, `${where}: ${place}`).toEqual(expected);
			};
			figures.extras += extras.length;
			const all = countedBy(count, extras);
			const money = countedBy(count, extras.filter(isMoney));

			const periodOf = await findPeriodOn(await requireUser(request));
			const page = await readListPage(user.id, periodOf, {}, undefined);
			const sums = page.periods.flatMap(({ line = page.card }) => (line ? [sumsIn(sumsOf(line))] : []));
			same("list", addAll(sums), all);
			const rows = listedRows({ page });
			expect(rows).toHaveLength(extras.length);
			same("rows", addAll(rows.map(({ pay }) => sumsIn(pay))), all);
			const stored = await db.selectFrom("extras").selectAll().where("user_id", "=", user.id).execute();
			const doubts = new Map(stored.map((row) => [row.id_file, toExtra(row).doubts]));
			const doubtsOf = (compensation: RegExp, month = "") => {
				const counts: Record<string, number> = {};
				for (const { idFile, text, date } of rows) {
					if (!date.startsWith(month)) continue;
					const paid = /Cantidad de Horas: [\d:,]+\shs\.(?: · (.*))?/.exec(text)?.[1] ?? "";
					if (!compensation.test(paid)) continue;
					for (const doubt of doubts.get(idFile) ?? []) counts[doubt] = (counts[doubt] ?? 0) + 1;
				}
				return counts;
			};
			const tells = (place: string, text: string, compensation: RegExp, mark?: string) => {
				const lines = countedDoubtLines(doubtsOf(compensation));
				for (const line of lines) expect(text, `${where}: ${place}`).toContain(line);
				if (mark !== undefined)
					expect(mark.endsWith("?"), `${where}: mark of ${place}`).toBe(lines.length > 0);
				figures.doubts += lines.length;
			};
			const [any, paidMoney] = [/^/, /^(Pago)?$/];
			for (const doubt of Object.keys(doubtsOf(any))) seenDoubts.add(doubt);
			const perMonth = page.periods.filter(({ name }) => /septiembre|octubre/.test(name));
			for (const { name, line } of perMonth) {
				const { filter } = readFilter(new URL(line?.address ?? "/", "http://localhost").searchParams);
				const { card } = await readListPage(user.id, periodOf, filter, undefined);
				expect(card && sumsOf(card), `${where}: list of ${name}`).toBe(line && sumsOf(line));
				expect(card?.doubt !== undefined, name).toBe(/\(\d+ extras?\)/.test(card?.more ?? ""));
			}

			const sheet = await readSheet(await requireUser(request), {}, true);
			same("sheet", { ...sheet.sums.premiums }, all);
			same("message of the sheet", sumsIn(/^Total: (.*)$/m.exec(sheet.summary)?.[1] ?? ""), all);
			tells("message of the sheet", sheet.summary, any);

			const csv = await new Response((await csvOf(user.id, {}, "2026-11-20")).content).text();
			const [titles = [], ...cells] = [...readCsv(csv)].flatMap((row) => (row ? [row.cells] : []));
			const sumOf = (title: string) => {
				const place = titles.indexOf(title);
				return cells.reduce(
					(sum, row) => sum + Math.round(Number((row[place] ?? "0").replace(",", ".")) * 60),
					0,
				);
			};
			const keyOf = (title: string) =>
				title === "Sin clasificar"
					? "unclassified"
					: title.replace("Horas al ", "").replace("Horas con franco compensatorio", "franco");
			const inCsv = titles
				.filter((title) => /^Horas (al|con)|^Sin/.test(title))
				.map((title) => [keyOf(title), sumOf(title)] as const)
				.filter(([, minutes]) => minutes !== 0);
			same("CSV", Object.fromEntries(inCsv), all);
			const dudas = titles.indexOf("Dudas");
			for (const { idFile, text } of rows) {
				const told = cells.find((row) => row.includes(idFile))?.[dudas] ?? "";
				for (const line of text.split("\n"))
					if (sentences.has(line)) expect(told, where).toContain(evened(line));
			}

			const year = await readYearHours(user.id, 2026);
			same("months", addAll(year.months.map(({ premiums }) => premiums)), all);
			tells("months", countedDoubtLines(addAll(year.months.map(({ doubts }) => doubts))).join("\n"), any);
			same("year", year.total.premiums, all);
			tells("year", countedDoubtLines(year.total.doubts).join("\n"), any);

			for (const month of MONTHS)
				await saveSlip(
					{ userId: user.id, start: `${month}-01` },
					"month",
					{ premiums: {}, daysOff: null, amount: null },
					() => true,
				);
			const ledger = await readPeriods(worker, new URLSearchParams());
			const summary = ledger.summary?.join("\n") ?? "";
			const differing = [...summary.matchAll(/^Al (\d+)\s%: ([\d,:]+)\sh según mi registro/gm)].map(
				([, percent = "", hours = ""]) => ({ [percent]: hoursOf(hours) }),
			);
			same("message of the ledger", addAll(differing), minutesAt(money));
			const entries = ledger.entries.filter(({ start }) => MONTHS.some((month) => start.startsWith(month)));
			same("ledger", addAll(entries.map(({ logged }) => sumsIn(logged))), money);
			for (const { start, logged } of entries) {
				const { unsure } = await readPeriod(worker, new URLSearchParams({ period: start }));
				expect(unsure, where).toEqual(countedDoubtLines(doubtsOf(paidMoney, start.slice(0, 7))));
				expect(logged.endsWith("?"), where).toBe(unsure.length > 0);
				if (/^Recibo de /m.test(summary) && summary.includes(` ${titleOf(start)}`))
					for (const line of unsure) expect(summary, where).toContain(line);
			}

			const balances = await readBalances(user.id);
			const franco = extras.filter(({ compensation }) => compensation === "franco");
			const bank = extras.filter(({ compensation }) => compensation === "banco");
			const total = (some: readonly NaiveExtra[]) => some.reduce((sum, { minutes }) => sum + minutes, 0);
			const earned = balances.map((each) => /([\d,:]+)\sh/.exec(each.earned)?.[1] ?? "0");
			same(
				"balances",
				{ franco: hoursOf(earned[0] ?? ""), banco: hoursOf(earned[1] ?? "") },
				{ franco: total(franco), banco: total(bank) },
			);
			tells("balance of francos", balances[0]?.notes.join("\n") ?? "", /^Franco$/);
			tells("balance of the bank", balances[1]?.notes.join("\n") ?? "", /^Banco/);

			const estimate = sheet.estimates?.total;
			const paidLines = (estimate?.lines ?? []).filter(({ label }) => !/de noche|de jornal/.test(label));
			same("estimate", addAll(paidLines.map(({ label }) => sumsIn(label))), minutesAt(money));
			tells("estimate", estimate?.notes.join("\n") ?? "", paidMoney);
			for (const { label, how, amount } of estimate?.lines ?? []) {
				figures.lines++;
				const [, value = "", factor = ""] = /^\$\s([\d.,]+) × ([\d,]+)$/.exec(how) ?? [];
				const centavos = (text: string) => BigInt(text.replace(/[^\d]/g, ""));
				const percent = BigInt(Math.round(Number(factor.replace(",", ".")) * 100));
				const minutes = BigInt(hoursOf(/^[\d,:]+/.exec(label)?.[0] ?? ""));
				expect(centavos(amount), `${where}: ${label} ${how}`).toBe(
					(centavos(value) * minutes * percent * 2n + 6000n) / 12_000n,
				);
			}

			// A slip that was made from the terms leaves nothing open.
			await db.deleteFrom("slips").where("user_id", "=", user.id).execute();
			for (const month of MONTHS) {
				const premiums = minutesAt(countedBy(count, extras.filter(isMoney).filter(inMonth(month))));
				await saveSlip(
					{ userId: user.id, start: `${month}-01` },
					"month",
					{ premiums, daysOff: null, amount: null },
					() => true,
				);
			}
			const { open } = await readPeriods(worker, new URLSearchParams());
			figures.openDifferences += open.less.length + open.more.length;
			expect([open.less, open.more], where).toEqual([[], []]);
			expect(open.nothing, where).not.toBeNull();
		}
		console.log(
			`one truth of pay: ${WORKERS} workers, ${JSON.stringify(figures)}, doubts seen: ${[...seenDoubts].join(", ")}`,
		);
		expect(seenDoubts.size).toBeGreaterThan(8);
	},
	WORKERS * 10_000,
);
