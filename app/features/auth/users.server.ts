import { randomUUID } from "node:crypto";
import type { DB, UsersTable } from "db/schema";
import type { Selection } from "kysely";
import { db } from "~/lib/database/db.server";

/** Columns of a `User`, prefixed with the table's name for joins. */
export const userColumns = [
	"users.id",
	"users.email",
	"users.username",
	"users.provider_auth as providerAuth",
	"users.email_verified_at",
	"users.password_hash",
	"users.real_name as realName",
	"users.diagram",
	"users.own_cycle",
	"users.crew",
	"users.pay_period as payPeriod",
	"users.plant_number as plantNumber",
	"users.twitter",
	"users.instagram",
	"users.facebook",
	"users.web",
	"users.cycle_start as cycleStart",
	"users.answered_anchor as answeredAnchor",
	"users.photo",
	"users.auto_diagram",
	"users.expiry_reminders",
] as const;

type UserRow = Selection<DB, "users", (typeof userColumns)[number]>;

/** An account with its profile, without the password hash. */
export type User = ReturnType<typeof toUser>;

export function toUser({
	email_verified_at,
	password_hash,
	auto_diagram,
	expiry_reminders,
	own_cycle,
	...row
}: UserRow) {
	return {
		...row,
		/** The diagram's id; null without a diagram. */
		diagram: own_cycle ?? row.diagram,
		/** Whether "Mi turno" or the diagram opens by itself; null until the user has chosen. */
		autoDiagram: auto_diagram === null ? null : auto_diagram === 1,
		/** Whether the user wants mails before documents expire. Only a verified address gets these mails. */
		expiryReminders: expiry_reminders === 1,
		isVerified: email_verified_at !== null,
		/** False for an account that signs in only with Google. */
		hasPassword: password_hash !== null,
	};
}

export async function findUserById(id: string, trx: typeof db = db): Promise<User | undefined> {
	const row = await trx.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();
	return row && toUser(row);
}

/** @param email address in the form that `parseEmail` returns */
export async function findUserByEmail(email: string): Promise<User | undefined> {
	const row = await db.selectFrom("users").select(userColumns).where("email", "=", email).executeTakeFirst();
	return row && toUser(row);
}

/** Finds the data to check a sign-in. `passwordHash` is null for an account that signs in only with Google. */
export async function findCredentials(
	email: string,
): Promise<{ userId: string; passwordHash: string | null } | undefined> {
	const row = await db
		.selectFrom("users")
		.select(["id", "password_hash"])
		.where("email", "=", email)
		.executeTakeFirst();
	return row && { userId: row.id, passwordHash: row.password_hash };
}

export function newUserRow(
	values: Pick<UsersTable, "email" | "username" | "password_hash" | "provider_auth" | "email_verified_at">,
	now: number,
) {
	return { id: randomUUID(), ...values, created_at: now, updated_at: now };
}
