import { listDiagramChanges } from "~/features/diagrams/diagrams.server";
import { filterAddress } from "~/features/extras/list/filter";
import { hasEnded } from "~/features/extras/rows/extras.server";
import { countedDoubtLines, readDoubts } from "~/features/law/doubts";
import { entriesText } from "~/features/law/included";
import { listDatedRotations } from "~/features/own-days/find-own-calendar.server";
import { entryOn } from "~/features/shift/own-calendar";
import { rangeText } from "~/features/shift/own-day";
import { db, sql } from "~/lib/database/db.server";
import { type CivilDate, formatShortDate, type PlantClock, parseCivilDate } from "~/lib/time/civil-date";
import { plantClock, plantDay } from "~/lib/time/plant-clock.server";
import {
	addTaken,
	amountText,
	type BalanceKind,
	balanceKinds,
	balanceTexts,
	correctionNotes,
	earnedAmount,
	takenBy,
} from "./balances";

/** Number of movements (dates on which a balance earns or loses something) per page. */
const PAGE_MOVEMENTS = 25;

/**
 * Returns a user's balances of days off and banked hours, of the entries that have ended and the days up to today. The
 * caller has brought the entries up to date.
 */
export async function readBalances(userId: string) {
	const now = plantClock();
	const sums = await sumEarned(userId, now);
	const taken = await listTaken(userId, now.today);
	return balanceKinds.map((kind) => {
		const own = taken.filter((each) => each.kind === kind);
		const earned = sums.filter(({ compensation }) => compensation === kind);
		const sumOf = (isPlanned: 0 | 1) =>
			earned.find((sum) => sum.isPlanned === isPlanned) ?? { count: 0, minutes: 0 };
		const texts = balanceTexts(kind, sumOf(0), sumOf(1), addTaken(own.map(({ taken }) => taken)));
		const doubts = readDoubts(earned.map((sum) => sum.doubts).join());
		return { ...texts, notes: [...texts.notes, ...correctionNotes(own), ...countedDoubtLines(doubts)] };
	});
}

/**
 * Reads the movements of the balances of days off and banked hours, by date: the amounts that overtime earns, and the
 * amounts that own days (days that the worker entered in the calendar) take.
 * @param search `of`: the only balance to show (both by default); `before`: shows only movements before this date, but
 *   counts only together with `of`
 */
export async function readMovements(userId: string, search: URLSearchParams) {
	const only = balanceKinds.find((kind) => kind === search.get("of"));
	const before = only && parseCivilDate(search.get("before") ?? "");
	const balances = await Promise.all(
		balanceKinds
			.filter((kind) => only === undefined || kind === only)
			.map(async (kind) => ({ kind, ...(await listMovements(userId, kind, before)) })),
	);
	return { balances, isFirstPage: before === undefined };
}

/**
 * Returns one page of a balance's movements, newest first, with the planned movements after today.
 * @param before shows only movements before this date
 */
async function listMovements(userId: string, kind: BalanceKind, before?: CivilDate) {
	const now = plantClock();
	const { today } = now;
	let earned = db
		.selectFrom("extras")
		.select(({ fn }) => [
			"date",
			fn.countAll<number>().as("count"),
			fn.sum<number>("minutes").as("minutes"),
			sql<0 | 1>`NOT ${hasEnded(now)}`.as("isPlanned"),
		])
		.where("user_id", "=", userId)
		.where("compensation", "=", kind)
		.groupBy(["date", "isPlanned"])
		.orderBy("date", "desc")
		// One more than the page, and one because its last day may have two: what has ended, and what is planned.
		.limit(PAGE_MOVEMENTS + 2);
	if (before) earned = earned.where("date", "<", before);
	const days = (await earned.execute()).map((day) => ({
		date: day.date,
		text: `${formatShortDate(day.date)}: ${entriesText(day)}`,
		href: filterAddress({ start: day.date, end: day.date }),
		/** With its sign: "+1 franco", "−8 h". */
		amount: `+${amountText(kind, earnedAmount(kind, day))}`,
		/** After today, so that the balance does not include the movement yet. */
		isPlanned: day.isPlanned === 1,
	}));
	const own = (await listTaken(userId, today))
		.filter((each) => each.kind === kind && (!before || each.firstDay < before))
		.flatMap(({ id, firstDay, lastDay, taken: { amount, planned } }) => {
			const movement = (count: number, isPlanned: boolean) => ({
				date: firstDay,
				text: `Tomado ${rangeText({ firstDay, lastDay })}`,
				href: `/auth/my-days?edit=${id}#dia`,
				amount: amountText(kind, -count),
				isPlanned,
			});
			const isBegun = firstDay <= today;
			return [
				...(planned > 0 || !isBegun ? [movement(planned, true)] : []),
				...(isBegun ? [movement(amount, false)] : []),
			];
		});
	const all = [...days, ...own].sort((one, other) => other.date.localeCompare(one.date));
	const last = all[PAGE_MOVEMENTS - 1]?.date;
	// Shows all movements of the date `last`, even beyond PAGE_MOVEMENTS, because the next page shows only earlier dates.
	const movements = last === undefined ? all : all.filter(({ date }) => date >= last);
	return { movements, next: movements.length < all.length ? last : undefined };
}

/** Sums of the overtime entries that earn days off or banked hours, of those that have ended and of the planned ones. */
function sumEarned(userId: string, now: PlantClock) {
	return db
		.selectFrom("extras")
		.select(({ fn }) => [
			"compensation",
			fn.countAll<number>().as("count"),
			fn.sum<number>("minutes").as("minutes"),
			fn<string>("group_concat", ["doubts"]).as("doubts"),
			sql<0 | 1>`NOT ${hasEnded(now)}`.as("isPlanned"),
		])
		.where("user_id", "=", userId)
		.where("compensation", "in", balanceKinds)
		.groupBy(["compensation", "isPlanned"])
		.execute();
}

/** Days that the worker entered as taken from a balance, with the amount of each. */
async function listTaken(userId: string, today: CivilDate) {
	const rows = await db
		.selectFrom("own_days")
		.select(["id", "kind", "first_day as firstDay", "last_day as lastDay", "bank_minutes as bankMinutes"])
		.select("updated_at as updatedAt")
		.where("user_id", "=", userId)
		.where("kind", "in", balanceKinds)
		.execute();
	if (rows.length === 0) return [];
	const rotations = await listDatedRotations(userId);
	const corrections = await listDiagramChanges("corrected_at");
	return rows.map((row) => {
		const { diagram, isOwnPosition } = entryOn(rotations, row.firstDay) ?? {};
		// A position of one's own stays; a crew's days off follow each correction of its diagram.
		const correctedAt = isOwnPosition ? undefined : corrections.get(diagram?.id ?? "");
		const isCorrected = row.kind === "franco" && correctedAt !== undefined && row.updatedAt < correctedAt;
		const correctedOn = isCorrected ? plantDay(correctedAt) : undefined;
		return { ...row, taken: takenBy(row, rotations, today), correctedOn };
	});
}
