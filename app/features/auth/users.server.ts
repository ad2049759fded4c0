import { randomUUID } from "node:crypto";
import type { UsersTable } from "db/schema";
import type { Selectable, Updateable } from "kysely";
import { db } from "~/lib/database/db.server";

/** An account with its profile, without the password hash. */
export type User = ReturnType<typeof toUser>;

export function toUser(row: Selectable<UsersTable>) {
	return {
		id: row.id,
		email: row.email,
		username: row.username,
		providerAuth: row.provider_auth,
		realName: row.real_name,
		/** The diagram's id; null without a diagram. */
		diagram: row.own_cycle ?? row.diagram,
		crew: row.crew,
		cycleStart: row.cycle_start,
		answeredAnchor: row.answered_anchor,
		payPeriod: row.pay_period,
		plantNumber: row.plant_number,
		photo: row.photo,
		twitter: row.twitter,
		instagram: row.instagram,
		facebook: row.facebook,
		web: row.web,
		/** Whether "Mi turno" or the diagram opens by itself; null until the user has chosen. */
		autoDiagram: row.auto_diagram === null ? null : row.auto_diagram === 1,
		/**
		 * Whether the user wants to be told before documents expire: by a notice in browsers that get some, otherwise by mail
		 * if the address is verified.
		 */
		expiryReminders: row.expiry_reminders === 1,
		/** Whether the user's browsers with notices tell of each shift, and of a change of the diagram. */
		shiftNotices: row.shift_notices === 1,
		diagramNotices: row.diagram_notices === 1,
		isVerified: row.email_verified_at !== null,
		/** False for an account that signs in only with Google. */
		hasPassword: row.password_hash !== null,
		/** UTC milliseconds. */
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}

export async function findUserById(id: string, trx: typeof db = db): Promise<User | undefined> {
	const row = await trx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toUser(row);
}

/** @param email address in the form that `parseEmail` returns */
export async function findUserByEmail(email: string, trx: typeof db = db): Promise<User | undefined> {
	const row = await trx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
	return row && toUser(row);
}

/** Finds the data to check a sign-in. `passwordHash` is null for an account that signs in only with Google. */
export function findCredentials(email: string) {
	return db
		.selectFrom("users")
		.select(["id as userId", "password_hash as passwordHash"])
		.where("email", "=", email)
		.executeTakeFirst();
}

export async function updateUser(
	trx: typeof db,
	id: string,
	columns: Updateable<UsersTable>,
	now = Date.now(),
): Promise<void> {
	await trx
		.updateTable("users")
		.set({ ...columns, updated_at: now })
		.where("id", "=", id)
		.execute();
}

export function newUserRow(
	values: Pick<UsersTable, "email" | "username" | "password_hash" | "provider_auth" | "email_verified_at">,
	now: number,
) {
	return { id: randomUUID(), ...values, created_at: now, updated_at: now };
}
