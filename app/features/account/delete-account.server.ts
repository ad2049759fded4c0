import { setImmediate } from "node:timers/promises";
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
import { addTombstone, hashOfUser } from "~/lib/database/tombstones.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

/**
 * From this number of documents on, deleting an account removes the words of the documents from the search index in
 * several steps, because a single step would block other requests.
 */
const MANY_DOCUMENTS = 5;
/** Number of overtime entries that one SQL statement deletes, which takes about 10 ms. */
const STEP_EXTRAS = 1000;

/**
 * Counts of the data deleted with an account. `photos` is 1 if the user had a profile photo; `extras` are overtime
 * entries.
 */
export interface Erased {
	photos: number;
	documents: number;
	extras: number;
	sessions: number;
}

/**
 * Deletes an account: first the account's database rows in one transaction, then the account's image files, then
 * the remains in the search index and the write-ahead log. A mail reports the deletion to a verified e-mail
 * address.
 * @param options `code`: mailed code that confirms the deletion of an account without a password. `onlyUnverified`:
 *   deletes nothing if the e-mail address has been verified in the meantime
 * @throws any error of the transaction; the account then stays complete
 * @returns counts of the deleted data; "wrong-code" for a wrong code; undefined when the account no longer exists
 *   or, with `onlyUnverified`, is verified
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
		// The ids serve to erase the files of the photos, including photos for a document that is not saved yet. The
		// database deletes the rows of the photos together with the user's row.
		const images = await trx
			.selectFrom("document_images")
			.select("id")
			.where("user_id", "=", userId)
			.execute();
		if (await hasManyDocuments(trx, userId)) await deferPurge(trx);
		const documents = await trx.deleteFrom("documents").where("user_id", "=", userId).executeTakeFirst();
		const extras = await deleteExtras(trx, userId);
		// A recovery mail in the outbox (mail queue) names only the e-mail address, not the user, so deleting the
		// user's row does not delete the recovery mail.
		await trx.deleteFrom("outbox").where("address", "=", user.email).execute();
		// `postMail` reads from the user's row whether the address is verified, so the mail is queued before the row
		// is deleted.
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
				extras,
				sessions: Number(sessions.numDeletedRows),
			},
		};
	});
	if (result === undefined || result === "wrong-code") return result;
	wakeOutbox();
	// The account is already deleted: a failure from here on is only logged, and periodic jobs repeat the failed
	// step.
	await addTombstone({ userHash: hashOfUser(userId), deletedAt: now }).catch((error: unknown) =>
		logFailure("tombstone_not_written", error),
	);
	const { photo, files } = result;
	await eraseUploads(photo ? [photoFile(photo), ...files] : files)
		.then(purgeDeletedWords)
		.then(emptyLog)
		.catch((error: unknown) => logFailure("erased_data_stays", error));
	return result.erased;
}

/**
 * Deletes the overtime entries of a user in steps. Between two steps the server handles requests that need no
 * database; a single statement would block these requests for a fifth of a second.
 * @returns the number of deleted entries
 */
async function deleteExtras(trx: Transaction<DB>, userId: string): Promise<number> {
	let deleted = 0;
	for (let last = STEP_EXTRAS; last === STEP_EXTRAS; ) {
		const some = trx.selectFrom("extras").select("id_file").where("user_id", "=", userId).limit(STEP_EXTRAS);
		const result = await trx
			.deleteFrom("extras")
			.where("user_id", "=", userId)
			.where("id_file", "in", some)
			.executeTakeFirst();
		last = Number(result.numDeletedRows);
		deleted += last;
		await setImmediate();
	}
	return deleted;
}

async function hasManyDocuments(trx: Transaction<DB>, userId: string): Promise<boolean> {
	const documents = trx.selectFrom("documents").select("id").where("user_id", "=", userId);
	return (await documents.limit(MANY_DOCUMENTS).execute()).length === MANY_DOCUMENTS;
}
