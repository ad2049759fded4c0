import { hasEnded, type PlantNow } from "~/features/extras/rows/ended.server";
import type { Compensation } from "~/features/law/compensation";
import { addDoubts, readDoubts } from "~/features/law/doubts";
import type { DateRange } from "~/features/law/pay-period";
import { addPremiums, readPremiums } from "~/features/law/premiums";
import { db, sql } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Entries, Logged } from "./slip";

/** Sums of the entries with the same compensation, either those that have ended or the planned ones. */
interface Sum extends Entries {
	compensation: Compensation | null;
	premiums: string;
	doubts: string;
	isPlanned: 0 | 1;
}

/** Sums the overtime entries of a pay period. Entries that have not ended are only counted, as planned entries. */
export async function sumLogged(userId: string, { start, end }: DateRange, now: PlantNow): Promise<Logged> {
	const sums: Sum[] = await db
		.selectFrom("extras")
		.where("user_id", "=", userId)
		.where("date", ">=", start)
		.where("date", "<=", end)
		.select(sumColumns(now))
		.groupBy(["compensation", "isPlanned"])
		.execute();
	return toLogged(sums);
}

/**
 * Sums the overtime entries of each pay period whose pay slip is not settled.
 * @returns a function that takes a period's first day and returns the period's sums
 */
export async function sumLoggedOfOpenSlips(
	userId: string,
	now: PlantNow,
): Promise<(start: CivilDate) => Logged> {
	const rows = await db
		.selectFrom("slips")
		.innerJoin("extras", (join) =>
			join
				.onRef("extras.user_id", "=", "slips.user_id")
				.onRef("extras.date", ">=", "slips.period_start")
				.onRef("extras.date", "<=", "slips.period_end"),
		)
		.where("slips.user_id", "=", userId)
		.where("slips.settled_on", "is", null)
		.select("slips.period_start as start")
		.select(sumColumns(now))
		.groupBy(["slips.period_start", "extras.compensation", "isPlanned"])
		.execute();
	const byStart = new Map<CivilDate, Sum[]>();
	for (const { start, ...sum } of rows) byStart.set(start, [...(byStart.get(start) ?? []), sum]);
	return (start) => toLogged(byStart.get(start) ?? []);
}

function sumColumns(now: PlantNow) {
	return [
		sql<Compensation | null>`extras.compensation`.as("compensation"),
		sql<number>`count(*)`.as("count"),
		sql<number>`sum(extras.minutes)`.as("minutes"),
		sql<string>`group_concat(extras.premiums)`.as("premiums"),
		sql<string>`group_concat(extras.doubts)`.as("doubts"),
		sql<0 | 1>`NOT ${hasEnded(now)}`.as("isPlanned"),
	] as const;
}

function toLogged(sums: readonly Sum[]): Logged {
	const ended = sums.filter(({ isPlanned }) => isPlanned === 0);
	const entriesOf = (kind: Compensation): Entries => {
		const { count = 0, minutes = 0 } = ended.find(({ compensation }) => compensation === kind) ?? {};
		return { count, minutes };
	};
	// Entries without a chosen compensation count as paid with money, as in the estimate.
	const paid = ended.filter(({ compensation }) => compensation === "pago" || compensation === null);
	return {
		premiums: addPremiums(paid.map(({ premiums }) => readPremiums(premiums))),
		doubts: addDoubts(paid.map(({ doubts }) => readDoubts(doubts))),
		dayOff: entriesOf("franco"),
		bank: entriesOf("banco"),
		planned: sums.filter(({ isPlanned }) => isPlanned === 1).reduce((count, sum) => count + sum.count, 0),
	};
}
