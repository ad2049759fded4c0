/** What a person changes in their own row of `users`. */
import type { UsersTable } from "db/schema";
import { db } from "~/lib/database/db.server";
import { versionOf } from "~/lib/forms/form-state.server";

type ProfileValues = Pick<UsersTable, "diagram" | "crew" | "twitter" | "instagram" | "facebook" | "web"> & {
	/** Undefined leaves it as it is: the name of a provider's account is the provider's. */
	realName?: string;
	payPeriod: string;
};

/** What the form of the profile shows, and says. */
export function profileTexts(profile: {
	realName: string;
	diagram: string | null;
	crew: string | null;
	payPeriod: string;
	twitter: string | null;
	instagram: string | null;
	facebook: string | null;
	web: string | null;
}) {
	const { realName, diagram, crew, payPeriod, twitter, instagram, facebook, web } = profile;
	return { realName, diagram, crew, payPeriod, twitter, instagram, facebook, web };
}

type ProfileTexts = ReturnType<typeof profileTexts>;

/**
 * Saves what the form of the profile says.
 * @param version the state of the profile that the form was made from, if it says so
 * @returns "stale" when something else was saved since: then nothing has changed
 */
export async function updateProfile(
	userId: string,
	{ realName, payPeriod, ...values }: ProfileValues,
	version?: string,
	now = Date.now(),
): Promise<{ status: "saved" } | { status: "stale"; current: ProfileTexts }> {
	return db.transaction().execute(async (trx) => {
		const row = await trx
			.selectFrom("users")
			.select(["real_name as realName", "pay_period as payPeriod"])
			.select(["diagram", "crew", "twitter", "instagram", "facebook", "web"])
			.where("id", "=", userId)
			.executeTakeFirstOrThrow();
		const current = profileTexts(row);
		const wanted = profileTexts({ ...current, ...values, payPeriod, realName: realName ?? row.realName });
		const isDone = versionOf(wanted) === versionOf(current);
		if (version !== undefined && version !== versionOf(current) && !isDone)
			return { status: "stale", current };
		await trx
			.updateTable("users")
			.set({ ...values, pay_period: payPeriod, real_name: wanted.realName, updated_at: now })
			.where("id", "=", userId)
			.execute();
		return { status: "saved" };
	});
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
