import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import { openSession } from "~/features/auth/sessions/sessions.server";
import { db } from "~/lib/database/db.server";

/** The password of every account that `makeUser` adds. */
export const PASSWORD = "acero frío 1900";

/** Hash of the password, shared by all accounts, because hashing takes long. */
let hash: Promise<string> | undefined;

/** Adds a verified user with a password. `values` override the defaults. */
export async function makeUser(values: Partial<Insertable<DB["users"]>> = {}) {
	const id = values.id ?? randomUUID();
	hash ??= hashPassword(PASSWORD);
	return db
		.insertInto("users")
		.values({
			id,
			email: `${id.slice(0, 8)}@planta.example`,
			email_verified_at: 1,
			username: "soldador",
			password_hash: await hash,
			provider_auth: "NORMAL",
			created_at: 1,
			updated_at: 1,
			...values,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

/**
 * Opens a session.
 * @returns the session's Cookie header
 */
export async function signedIn({ id }: { id: string }): Promise<{ Cookie: string }> {
	const cookie = await openSession(new Request("http://localhost:3000/"), { userId: id });
	return { Cookie: cookie.split(";")[0] ?? "" };
}

/** Adds a user with `makeUser` and signs the user in. */
export async function signedInUser(values: Parameters<typeof makeUser>[0] = {}) {
	const user = await makeUser(values);
	return { user, headers: await signedIn(user) };
}

/** Options of a `Request` that posts a form. */
export function formOf(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
	return { method: "POST", body: new URLSearchParams(fields), headers };
}
