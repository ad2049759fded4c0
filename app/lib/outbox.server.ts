import { randomUUID } from "node:crypto";
import { db } from "~/lib/db.server";

/** Puts a mail in the outbox, in the transaction of the change that it tells of. It is composed when it is sent. */
export async function enqueueMail(
	trx: Pick<typeof db, "insertInto">,
	{ kind, userId, address }: { kind: string; userId?: string; address: string },
	now = Date.now(),
): Promise<void> {
	await trx
		.insertInto("outbox")
		.values({
			id: randomUUID(),
			kind,
			user_id: userId ?? null,
			address,
			created_at: now,
			next_try_at: now,
		})
		.execute();
}

/** Tells the sender that there is something to send, once the answer is out. */
export function wakeOutbox(): void {}
