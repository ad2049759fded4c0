import type { OutboxTable } from "db/schema";
import type { Selectable } from "kysely";
import { db } from "~/lib/database/db.server";

/**
 * Maximum number of mails sent at once for one requester (who caused the mails), so that a requester with many slow
 * mails does not delay other mails.
 */
const MAX_AT_ONCE_OF_ONE = 2;

export type OutboxRow = Selectable<OutboxTable>;

/** Requesters (column `asked_by`) of the mails chosen so far. The requester whose turn is longest ago comes first. */
const served = new Set<string | null>();

/**
 * Finds the next mail to send. Mails of the kinds in `patient` come last; in both groups, first attempts come before
 * retries. The requesters (who caused the mails) take turns. Of one requester's mails, the mail due first is chosen.
 * @param underWay mails being sent; no other mail to the same address is chosen
 * @param patient kinds of mail that no user waits for
 */
export async function findNextMail(underWay: readonly OutboxRow[], patient: readonly string[], now: number) {
	const addresses = underWay.map(({ address }) => address);
	const groups = await db
		.selectFrom("outbox")
		.selectAll()
		.select(({ eb, fn }) => [
			eb("kind", "in", patient).as("isPatient"),
			eb("tries", ">", 0).as("isRetry"),
			// From the row with the minimum SQLite takes the other columns too.
			fn.min("next_try_at").as("dueSince"),
		])
		.where("next_try_at", "<=", now)
		.where("address", "not in", addresses)
		.groupBy(["asked_by", "isPatient", "isRetry"])
		.orderBy("isPatient")
		.orderBy("isRetry")
		.orderBy("dueSince")
		.execute();
	if (groups.length === 0 && underWay.length === 0) served.clear();
	const free = groups.filter(
		({ asked_by }) => underWay.filter((row) => row.asked_by === asked_by).length < MAX_AT_ONCE_OF_ONE,
	);
	const first = free[0];
	if (!first) return undefined;
	const alike = free.filter(
		({ isPatient, isRetry }) => isPatient === first.isPatient && isRetry === first.isRetry,
	);
	const order = Array.from(served);
	const turnOf = ({ asked_by }: { asked_by: string | null }) => order.indexOf(asked_by);
	const chosen = alike.reduce((one, other) => (turnOf(other) < turnOf(one) ? other : one));
	served.delete(chosen.asked_by);
	served.add(chosen.asked_by);
	return chosen;
}
