import type { Compensation } from "~/features/overtime/compensation";
import type { DateRange } from "~/features/profile/pay-period";
import { db } from "~/lib/database/db.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { Entries, Logged } from "./slip";

/** Sums of the entries with the same compensation. */
interface Sum extends Entries {
	compensation: Compensation | null;
	minutes50: number;
	minutes100: number;
	minutesUnclassified: number;
	toReview: number;
	proposedStarts: number;
}

/** Sums the overtime entries of a pay period. Entries after `today` are only counted, as planned entries. */
export async function sumLogged(
	userId: string,
	{ start, end }: DateRange,
	today: CivilDate,
): Promise<Logged> {
	const within = () =>
		db
			.selectFrom("extras")
			.where("user_id", "=", userId)
			.select(({ fn }) => fn.countAll<number>().as("count"));
	const isOver = end <= today;
	const sums: Sum[] = await within()
		.where("date", ">=", start)
		.where("date", "<=", isOver ? end : today)
		.select(({ fn }) => [
			"compensation",
			fn.sum<number>("minutes").as("minutes"),
			fn.sum<number>("minutes_50").as("minutes50"),
			fn.sum<number>("minutes_100").as("minutes100"),
			fn.sum<number>("minutes_unclassified").as("minutesUnclassified"),
			fn.sum<number>("needs_review").as("toReview"),
			fn.sum<number>("is_start_proposed").as("proposedStarts"),
		])
		.groupBy("compensation")
		.execute();
	const planned = isOver
		? undefined
		: await within().where("date", ">", today).where("date", "<=", end).executeTakeFirst();
	return toLogged(sums, planned?.count ?? 0);
}

/**
 * Sums the overtime entries of each pay period that ends today or earlier and whose pay slip is not settled.
 * @returns a function that takes a period's first day and returns the period's sums
 */
export async function sumLoggedOfEndedSlips(
	userId: string,
	today: CivilDate,
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
		.where("slips.deleted_at", "is", null)
		// Leaves out pay slips whose period ends after today. The condition is on the slip, because with a condition on
		// the date of each entry SQLite would also read entries outside the slips' periods.
		.where("slips.period_end", "<=", today)
		.select(({ fn }) => [
			"slips.period_start as start",
			"extras.compensation",
			fn.countAll<number>().as("count"),
			fn.sum<number>("extras.minutes").as("minutes"),
			fn.sum<number>("extras.minutes_50").as("minutes50"),
			fn.sum<number>("extras.minutes_100").as("minutes100"),
			fn.sum<number>("extras.minutes_unclassified").as("minutesUnclassified"),
			fn.sum<number>("extras.needs_review").as("toReview"),
			fn.sum<number>("extras.is_start_proposed").as("proposedStarts"),
		])
		.groupBy(["slips.period_start", "extras.compensation"])
		.execute();
	const byStart = new Map<CivilDate, Sum[]>();
	for (const { start, ...sum } of rows) byStart.set(start, [...(byStart.get(start) ?? []), sum]);
	return (start) => toLogged(byStart.get(start) ?? [], 0);
}

function toLogged(sums: readonly Sum[], planned: number): Logged {
	const entriesOf = (kind: Compensation | null): Entries => {
		const { count, minutes } = sums.find(({ compensation }) => compensation === kind) ?? {
			count: 0,
			minutes: 0,
		};
		return { count, minutes };
	};
	// Entries without a chosen compensation count as paid with money, as in the estimate.
	const paid = sums.filter(({ compensation }) => compensation === "pago" || compensation === null);
	const totalOf = (name: Exclude<keyof Sum, "compensation">) =>
		paid.reduce((total, sum) => total + sum[name], 0);
	return {
		minutes50: totalOf("minutes50"),
		minutes100: totalOf("minutes100"),
		minutesUnclassified: totalOf("minutesUnclassified"),
		toReview: totalOf("toReview"),
		proposedStarts: totalOf("proposedStarts"),
		dayOff: entriesOf("franco"),
		bank: entriesOf("banco"),
		undecided: entriesOf(null),
		planned,
	};
}
