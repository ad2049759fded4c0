import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { spendMailCode } from "~/features/auth/links-and-codes/mail-codes.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { findUserById } from "~/features/auth/users.server";
import { imageFiles } from "~/features/documents/photos/image-address";
import { photoFile } from "~/features/profile/photo";
import { db, emptyLog } from "~/lib/database/db.server";
import { deferPurge, purgeDeletedWords } from "~/lib/database/deleted-words.server";
import { addTombstone, hashOfUser } from "~/lib/database/tombstones.server";
import { eraseUploads } from "~/lib/images/uploads.server";
import { logFailure } from "~/lib/log.server";
import { wakeOutbox } from "~/lib/mail/outbox.server";

/**
 * From this number of documents on, the words of the deleted documents are removed from the search index in small
 * steps after the transaction, because one large step would block other requests.
 */
const MANY_DOCUMENTS = 5;
/** Number of overtime entries that one SQL statement deletes, in about 10 ms. */
const STEP_EXTRAS = 1000;

/**
 * Deletes an account's rows in one transaction, and then the image files. Also removes the deleted words that are left
 * in the search index and the write-ahead log. Queues a mail about the deletion if the e-mail address is verified.
 * @param options `code` confirms the deletion without a password; `onlyUnverified` keeps an account that has become
 *   verified
 * @throws errors of the transaction; the account then stays complete
 * @returns counts of the deleted data (`photos` is 1 for a profile photo); "wrong-code"; undefined if the account does not exist or is kept
 */
export async function deleteAccount(
	userId: string,
	{ code, onlyUnverified = false }: { code?: string; onlyUnverified?: boolean } = {},
	now = Date.now(),
) {
	const result = await db.transaction().execute(async (trx) => {
		if (code !== undefined) {
			const attempt = await spendMailCode(trx, { purpose: "delete", userId, code }, now);
			if (attempt === "wrong") return "wrong-code" as const;
		}
		const user = await findUserById(userId, trx);
		if (!user || (onlyUnverified && user.isVerified)) return undefined;
		const sessions = await trx.deleteFrom("sessions").where("user_id", "=", userId).executeTakeFirst();
		// Includes the photos of a document form that is not saved yet.
		const images = await trx
			.selectFrom("document_images")
			.select("id")
			.where("user_id", "=", userId)
			.execute();
		if (await hasManyDocuments(trx, userId)) await deferPurge(trx);
		const documents = await trx.deleteFrom("documents").where("user_id", "=", userId).executeTakeFirst();
		const extras = await deleteExtras(trx, userId);
		// Deletes queued mails by their address: a recovery mail names only an e-mail address, so deleting the user would
		// not delete it.
		await trx.deleteFrom("outbox").where("address", "=", user.email).execute();
		// `postMail` reads the user's row, so the mail is queued before the row is deleted.
		await postMail(trx, { kind: "account-deleted", address: user.email }, now);
		await trx.deleteFrom("users").where("id", "=", userId).execute();
		await trx
			.insertInto("deleted_accounts")
			.values({ user_hash: hashOfUser(userId), deleted_at: now })
			.execute();
		return {
			files: images.flatMap(({ id }) => imageFiles(id)),
			photo: user.photo,
			erased: {
				photos: user.photo ? 1 : 0,
				documents: Number(documents.numDeletedRows),
				extras,
				sessions: Number(sessions.numDeletedRows),
			},
		};
	});
	if (result === undefined || result === "wrong-code") return result;
	wakeOutbox();
	// The account is already deleted, so a later failure is only logged. Periodic jobs repeat the failed step.
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
 * Deletes overtime entries in steps, so that no step blocks the event loop for long.
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
