import type { db } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";

type Transaction = Pick<typeof db, "selectFrom" | "updateTable">;

/**
 * Whoever gets into an account by its mailbox alone (a recovery, Google) may find there what a stranger wrote who had
 * registered the address. Where nobody had verified it, everything goes that shows a name or leads somewhere: it would
 * stand under the owner's name, and in the greeting of our mails. Documents and extras stay: they may be the owner's.
 * Who confirms with the password, by link or code, has chosen what stands there.
 * @returns the photo that no row names any more, whose file the caller erases; undefined when the account was verified
 */
export async function emptyUnprovenProfile(
	trx: Transaction,
	userId: string,
): Promise<{ photo: string | null } | undefined> {
	const unproven = await trx
		.selectFrom("users")
		.select(["email", "photo"])
		.where("id", "=", userId)
		.where("email_verified_at", "is", null)
		.executeTakeFirst();
	if (!unproven) return undefined;
	await trx
		.updateTable("users")
		.set({
			username: unproven.email.split("@")[0] ?? unproven.email,
			real_name: placeholders.realName,
			photo: null,
			diagram: null,
			crew: null,
			auto_diagram: null,
			twitter: null,
			instagram: null,
			facebook: null,
			web: null,
			expiry_reminders: 1,
			pay_period: "month",
		})
		.where("id", "=", userId)
		.execute();
	return { photo: unproven.photo };
}
