import { db } from "~/lib/database/db.server";

/**
 * Maximum number of wrong codes per account. Of 1,000,000 possible codes an attacker can try 50, so that the attack
 * succeeds for at most one account in 20,000.
 */
const MAX_WRONG_CODES = 50;

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * The browser that sends a mailed code. Wrong codes are counted in the database row of `owner` (the user whose e-mail
 * address the browser may verify) or, without `owner`, of `pending` (the browser's registration).
 */
interface Guesser {
	owner?: { id: string };
	pending?: { tokenHash: string; userId: string };
}

/**
 * Whether 50 wrong codes have been counted for a user or a registration. Then only the mailed link verifies the
 * e-mail address.
 */
export async function hasOnlyLink({ owner, pending }: Guesser, trx: Transaction = db): Promise<boolean> {
	const row = owner
		? await trx.selectFrom("users").select("wrong_codes").where("id", "=", owner.id).executeTakeFirst()
		: await trx
				.selectFrom("pending_registrations")
				.select("wrong_codes")
				.where("token_hash", "=", pending?.tokenHash ?? "")
				.executeTakeFirst();
	return row !== undefined && row.wrong_codes >= MAX_WRONG_CODES;
}

/**
 * Counts a wrong code in the transaction that checked the code. Both SQL statements run even if the browser may not
 * verify the e-mail address, so that the response time does not reveal whether the address already had an account.
 */
export async function countWrongCode(trx: Transaction, { owner, pending }: Guesser): Promise<void> {
	await trx
		.updateTable("users")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", owner ? 1 : 0) }))
		.where("id", "=", owner?.id ?? pending?.userId ?? "")
		.execute();
	await trx
		.updateTable("pending_registrations")
		.set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
		.where("token_hash", "=", owner ? "" : (pending?.tokenHash ?? ""))
		.execute();
}
