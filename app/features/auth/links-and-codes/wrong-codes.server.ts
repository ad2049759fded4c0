import { db } from "~/lib/database/db.server";

/** With a million possible codes, at most one account in 20,000 can be guessed, however long an attacker tries. */
const MAX_WRONG_CODES = 50;

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Whose wrong codes are counted: an account's, from all its browsers. Where the registered address already had an
 * account, the browser's that registered.
 */
interface Guesser {
	owner?: { id: string };
	pending?: { tokenHash: string; userId: string };
}

/** Whether 50 codes were wrong. From then on only the mailed link verifies the address. */
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
 * Counts a wrong code in the transaction that checked it. Where the address already had an account, the account's row
 * is rewritten unchanged: both cases run the same statements, so that timing does not reveal the account.
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
