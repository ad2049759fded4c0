import { randomUUID } from "node:crypto";
import type { UsersTable } from "db/schema";
import { db } from "~/lib/database/db.server";

/** A person with an account, without what nobody needs to see (the hash of the password). */
export interface User {
	id: string;
	email: string;
	isVerified: boolean;
	username: string;
	providerAuth: UsersTable["provider_auth"];
	/** False for an account that signs in by its provider only. */
	hasPassword: boolean;
	realName: string;
	/** Id of the profile photo; null shows the default one. */
	photo: string | null;
	diagram: string | null;
	crew: string | null;
	/** Null until the switch has been used. */
	autoDiagram: boolean | null;
	twitter: string | null;
	instagram: string | null;
	facebook: string | null;
	web: string | null;
	/** Whether mails go out before a document expires; only to a verified address. */
	expiryReminders: boolean;
	/** When the plant closes its pay period: 'month', 'fortnight' or 'closing-' and the day. */
	payPeriod: string;
}

/** The columns of a User, prefixed so that they can be joined. */
export const userColumns = [
	"users.id",
	"users.email",
	"users.email_verified_at",
	"users.username",
	"users.provider_auth",
	"users.password_hash",
	"users.real_name",
	"users.photo",
	"users.diagram",
	"users.crew",
	"users.auto_diagram",
	"users.twitter",
	"users.instagram",
	"users.facebook",
	"users.web",
	"users.expiry_reminders",
	"users.pay_period",
] as const;

export type UserRow = Pick<
	UsersTable,
	| "id"
	| "email"
	| "email_verified_at"
	| "username"
	| "provider_auth"
	| "password_hash"
	| "photo"
	| "diagram"
	| "crew"
	| "auto_diagram"
	| "twitter"
	| "instagram"
	| "facebook"
	| "web"
> & { real_name: string; expiry_reminders: 0 | 1; pay_period: string };

export function toUser(row: UserRow): User {
	return {
		id: row.id,
		email: row.email,
		isVerified: row.email_verified_at !== null,
		username: row.username,
		providerAuth: row.provider_auth,
		hasPassword: row.password_hash !== null,
		realName: row.real_name,
		photo: row.photo,
		diagram: row.diagram,
		crew: row.crew,
		autoDiagram: row.auto_diagram === null ? null : row.auto_diagram === 1,
		twitter: row.twitter,
		instagram: row.instagram,
		facebook: row.facebook,
		web: row.web,
		expiryReminders: row.expiry_reminders === 1,
		payPeriod: row.pay_period,
	};
}

export async function findUserById(id: string): Promise<User | undefined> {
	const row = await db.selectFrom("users").select(userColumns).where("id", "=", id).executeTakeFirst();
	return row && toUser(row);
}

/** `email` as `parseEmail` gives it. */
export async function findUserByEmail(email: string): Promise<User | undefined> {
	const row = await db.selectFrom("users").select(userColumns).where("email", "=", email).executeTakeFirst();
	return row && toUser(row);
}

/** What a sign-in is checked against; `passwordHash` is null for an account without a password of its own. */
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

/** The hash of a person's own password; null without one, and for an unknown person. */
export async function findPasswordHash(userId: string): Promise<string | null> {
	const row = await db
		.selectFrom("users")
		.select("password_hash")
		.where("id", "=", userId)
		.executeTakeFirst();
	return row?.password_hash ?? null;
}

/** A new person's row: `registered` with a password, or brought by a provider. */
export function newUserRow(
	values: Pick<UsersTable, "email" | "username" | "password_hash" | "provider_auth" | "email_verified_at">,
	now: number,
) {
	return { id: randomUUID(), ...values, created_at: now, updated_at: now };
}
