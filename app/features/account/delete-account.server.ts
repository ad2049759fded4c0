import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { spendMailCode } from "~/features/auth/links-and-codes/mail-codes.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { findUserById } from "~/features/auth/users.server";
import { imageFiles } from "~/features/documents/photos/image-address";
import { photoFile } from "~/features/profile/photo";
import { findProfile } from "~/features/profile/profiles.server";
import { db, emptyLog } from "~/lib/database/db.server";
import { deferPurge, purgeDeletedWords } from "~/lib/database/deleted-words.server";
import { addTombstones, hashOfUser } from "~/lib/database/tombstones.server";
import { env } from "~/lib/env.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

/** With this many documents, removing their words from the search index at once would block other requests. */
const MANY_DOCUMENTS = 5;

/** Numbers of rows and files deleted with an account. */
export interface Erased {
	photos: number;
	documents: number;
	extras: number;
	sessions: number;
}

/**
 * Deletes an account: all rows in one transaction, then the files, then the deleted data in the database's write-ahead
 * log. A mail informs the owner; the address is erased once that mail is sent.
 * @param options `code`: the mailed code of an account without a password, used up in the same transaction.
 *   `onlyUnverified`: does not delete the account if its address has been verified meanwhile
 * @throws any database error; then nothing was deleted
 * @returns what was deleted, "wrong-code", or undefined when the account is verified or already gone
 */
export async function deleteAccount(
	userId: string,
	{ code, onlyUnverified = false }: { code?: string; onlyUnverified?: boolean } = {},
	now = Date.now(),
): Promise<Erased | "wrong-code" | undefined> {
	const result = await db.transaction().execute(async (trx) => {
		if (code !== undefined) {
			const attempt = await spendMailCode(trx, { purpose: "delete", userId, code }, now);
			if (attempt === "wrong") return "wrong-code" as const;
		}
		const user = await findUserById(userId, trx);
		const profile = await findProfile(userId, trx);
		if (!user || !profile || (onlyUnverified && user.isVerified)) return undefined;
		const sessions = await trx.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
		// Published and pending photos. Deleting the user deletes their rows.
		const images = await trx
			.selectFrom("document_images")
			.select("id")
			.where("user_id", "=", userId)
			.execute();
		if (await hasManyDocuments(trx, userId)) await deferPurge(trx);
		const documents = await trx.deleteFrom("documents").where("user_id", "=", userId).executeTakeFirst();
		const extras = await trx.deleteFrom("extras").where("user_id", "=", userId).executeTakeFirst();
		// A queued recovery mail stores only the address, not the user.
		await trx.deleteFrom("outbox").where("address", "=", user.email).execute();
		// Queued before the user is deleted, because the mail only goes to a verified address.
		await postMail(trx, { kind: "account-deleted", address: user.email }, now);
		await trx.deleteFrom("users").where("id", "=", userId).execute();
		await trx
			.insertInto("deleted_accounts")
			.values({ user_hash: hashOfUser(userId), deleted_at: now })
			.execute();
		return {
			files: images.flatMap(({ id }) => imageFiles(id)),
			photo: profile.photo,
			erased: {
				photos: profile.photo ? 1 : 0,
				documents: Number(documents.numDeletedRows),
				extras: Number(extras.numDeletedRows),
				sessions: Number(sessions.numDeletedRows),
			},
		};
	});
	if (result === undefined || result === "wrong-code") return result;
	wakeOutbox();
	// The account is gone now: later failures are only logged, and the hourly sweeps try again.
	await addTombstones(env.BACKUPS_DIR, [{ userHash: hashOfUser(userId), deletedAt: now }]).catch(
		(error: unknown) => logFailure("tombstone_not_written", error),
	);
	const { photo, files } = result;
	await eraseUploads(photo ? [photoFile(photo), ...files] : files)
		.then(purgeDeletedWords)
		.then(emptyLog)
		.catch((error: unknown) => logFailure("erased_data_stays", error));
	return result.erased;
}

async function hasManyDocuments(trx: Transaction<DB>, userId: string): Promise<boolean> {
	const documents = trx.selectFrom("documents").select("id").where("user_id", "=", userId);
	return (await documents.limit(MANY_DOCUMENTS).execute()).length === MANY_DOCUMENTS;
}
