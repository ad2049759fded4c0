import { hasEnded } from "~/features/extras/rows/extras.server";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import type { Compensation } from "~/features/law/compensation";
import { readDoubts } from "~/features/law/doubts";
import type { Entries } from "~/features/law/included";
import type { DateRange } from "~/features/law/pay-period";
import { readPremiums } from "~/features/law/premiums";
import { db, sql } from "~/lib/database/db.server";
import type { CivilDate, PlantClock } from "~/lib/time/civil-date";
import { plantClock } from "~/lib/time/plant-clock.server";
import { describeOpen, openNote } from "./open-texts";
import { type Logged, unsettledOf } from "./slip";
import { listSlips } from "./slips.server";

/** Sums of a period's entries with the same compensation, either those that have ended or the planned ones. */
interface Sum extends Entries {
	start: CivilDate;
	compensation: Compensation | null;
	premiums: string;
	doubts: string;
	isPlanned: 0 | 1;
}

/**
 * Sums the overtime entries of pay periods, of all in one query. Entries that have not ended are only counted, as planned
 * entries.
 * @returns a function that takes a period's first day and returns the period's sums
 */
export async function sumLogged(
	userId: string,
	periods: readonly DateRange[],
	now: PlantClock,
): Promise<(start: CivilDate) => Logged> {
	const days = JSON.stringify(periods.map(({ start, end }) => [start, end]));
	const { rows } = await sql<Sum>`
		SELECT
			first_day AS start, compensation, count(*) AS count, sum(minutes) AS minutes,
			group_concat(premiums) AS premiums, group_concat(doubts) AS doubts, NOT ${hasEnded(now)} AS isPlanned
		FROM (SELECT DISTINCT value ->> 0 AS first_day, value ->> 1 AS last_day FROM json_each(${days}))
		CROSS JOIN extras
		WHERE user_id = ${userId} AND date BETWEEN first_day AND last_day
		GROUP BY first_day, compensation, isPlanned`.execute(db);
	return (start) => toLogged(rows.filter((row) => row.start === start));
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
		premiums: readPremiums(paid.map(({ premiums }) => premiums).join()),
		doubts: readDoubts(paid.map(({ doubts }) => doubts).join()),
		dayOff: entriesOf("franco"),
		bank: entriesOf("banco"),
		planned: sums.filter(({ isPlanned }) => isPlanned === 1).reduce((count, sum) => count + sum.count, 0),
	};
}

/** What a user's pay slips lack or have in excess, in one line: "Faltan: 3 h al 50 % desde agosto de 2026."; "" if nothing. */
export async function findOpenPay(userId: string): Promise<string> {
	const slips = unsettledOf(await listSlips(userId));
	if (slips.length === 0) return "";
	await refreshPay(userId);
	const now = plantClock();
	const { open } = describeOpen(slips, await sumLogged(userId, slips, now), now.today);
	return openNote(open);
}
