import { createHmac } from "node:crypto";
import { db } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import { sessionSecrets } from "~/lib/secrets.server";

/** Maximum number of passkeys of a user. */
export const MAX_PASSKEYS = 10;

/** Domain to which passkeys belong. Browsers offer a passkey only on the domain on which it was made. */
export const rpId = new URL(publicOrigin).hostname;

/** A user's passkeys. `isUsable` is false for one that was made when the site had another domain. */
export async function listPasskeys(userId: string, trx: typeof db = db) {
	const rows = await trx
		.selectFrom("passkeys")
		.select(["id", "name", "rp_id", "created_at as createdAt", "used_at as usedAt"])
		.where("user_id", "=", userId)
		.orderBy("created_at")
		.orderBy("id")
		.limit(MAX_PASSKEYS)
		.execute();
	return rows.map(({ rp_id, ...row }) => ({ ...row, isUsable: rp_id === rpId }));
}

/** Names of a user's passkeys. */
export async function passkeyNames(userId: string): Promise<string[]> {
	return (await listPasskeys(userId)).map(({ name }) => name);
}

export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

/** Finds what is needed to check a signature of a passkey of this domain, by its credential id. */
export function findPasskey(id: string) {
	return db
		.selectFrom("passkeys")
		.innerJoin("users", "users.id", "passkeys.user_id")
		.select([
			"passkeys.id",
			"passkeys.user_id as userId",
			"users.email",
			"passkeys.user_handle as userHandle",
			"passkeys.public_key as publicKey",
			"passkeys.sign_count as signCount",
		])
		.where("passkeys.id", "=", id)
		.where("passkeys.rp_id", "=", rpId)
		.executeTakeFirst();
}

/**
 * The name under which a user's devices know the account, which says nothing about the user: that of the user's passkeys,
 * otherwise a keyed hash, so that a device that still has a removed passkey replaces it.
 */
export async function userHandleOf(userId: string): Promise<string> {
	const row = await db
		.selectFrom("passkeys")
		.select("user_handle")
		.where("user_id", "=", userId)
		.executeTakeFirst();
	const secret = sessionSecrets().at(-1) ?? "";
	return row?.user_handle ?? createHmac("sha256", secret).update(`passkey ${userId}`).digest("base64url");
}

/** @returns "full" if the user has MAX_PASSKEYS already, "known" if the passkey is stored, with this or another account */
export async function createPasskey(
	trx: typeof db,
	passkey: Omit<KnownPasskey, "email"> & { name: string },
	now: number,
): Promise<"created" | "full" | "known"> {
	const { id, userId, userHandle, publicKey, signCount, name } = passkey;
	if ((await listPasskeys(userId, trx)).length >= MAX_PASSKEYS) return "full";
	const result = await trx
		.insertInto("passkeys")
		.values({
			id,
			user_id: userId,
			user_handle: userHandle,
			public_key: publicKey,
			rp_id: rpId,
			sign_count: signCount,
			name,
			created_at: now,
		})
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return result.numInsertedOrUpdatedRows === 1n ? "created" : "known";
}

/** Stores the device's count of uses after a sign-in. */
export async function updateSignCount(id: string, signCount: number): Promise<void> {
	await db
		.updateTable("passkeys")
		.set({ sign_count: signCount, used_at: Date.now() })
		.where("id", "=", id)
		.execute();
}

/** @returns whether there was such a passkey of the user */
export async function renamePasskey(
	trx: typeof db,
	userId: string,
	{ id, name }: { id: string; name: string },
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("passkeys")
		.set({ name })
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** @returns whether there was such a passkey of the user */
export async function deletePasskey(trx: typeof db, userId: string, id: string): Promise<boolean> {
	const result = await trx
		.deleteFrom("passkeys")
		.where("user_id", "=", userId)
		.where("id", "=", id)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}

/** Deletes all passkeys of a user. @returns their number */
export async function deletePasskeys(trx: typeof db, userId: string): Promise<number> {
	const result = await trx.deleteFrom("passkeys").where("user_id", "=", userId).executeTakeFirst();
	return Number(result.numDeletedRows);
}
