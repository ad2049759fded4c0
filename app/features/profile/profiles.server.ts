/** What a person changes in their own row of `users`. */
import type { UsersTable } from "db/schema";
import { db } from "~/lib/db.server";

type ProfileValues = Pick<UsersTable, "diagram" | "crew" | "twitter" | "instagram" | "facebook" | "web"> & {
	/** Undefined leaves it as it is: the name of a provider's account is the provider's. */
	realName?: string;
	payPeriod: string;
};

export async function updateProfile(
	userId: string,
	{ realName, payPeriod, ...values }: ProfileValues,
	now = Date.now(),
): Promise<void> {
	await db
		.updateTable("users")
		.set({
			...values,
			pay_period: payPeriod,
			updated_at: now,
			...(realName !== undefined && { real_name: realName }),
		})
		.where("id", "=", userId)
		.execute();
}

export async function updateAutoDiagram(userId: string, isOn: boolean, now = Date.now()): Promise<void> {
	await db
		.updateTable("users")
		.set({ auto_diagram: isOn ? 1 : 0, updated_at: now })
		.where("id", "=", userId)
		.execute();
}

export async function updateExpiryReminders(userId: string, isOn: boolean, now = Date.now()): Promise<void> {
	await db
		.updateTable("users")
		.set({ expiry_reminders: isOn ? 1 : 0, updated_at: now })
		.where("id", "=", userId)
		.execute();
}

/**
 * Puts a photo, whose file is already written, in place of the one before.
 * @param photo a UUID
 * @returns the id of the replaced one, whose file the caller erases; "gone" when the person has left meanwhile
 */
export async function updatePhoto(
	userId: string,
	photo: string,
	now = Date.now(),
): Promise<{ replaced: string | null } | "gone"> {
	return db.transaction().execute(async (trx) => {
		const before = await trx.selectFrom("users").select("photo").where("id", "=", userId).executeTakeFirst();
		if (!before) return "gone";
		await trx.updateTable("users").set({ photo, updated_at: now }).where("id", "=", userId).execute();
		return { replaced: before.photo };
	});
}

/** Whether this is the present photo of this person. */
export async function hasPhoto(userId: string, photo: string): Promise<boolean> {
	const row = await db
		.selectFrom("users")
		.select("id")
		.where("id", "=", userId)
		.where("photo", "=", photo)
		.executeTakeFirst();
	return row !== undefined;
}
