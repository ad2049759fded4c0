import { randomUUID } from "node:crypto";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import { openSession } from "~/features/auth/sessions/sessions.server";
import { db } from "~/lib/database/db.server";

/** What every account made here signs in with. */
export const PASSWORD = "acero frío 1900";

/** A person in the database of this test file: verified, with a password, and whatever `values` say. */
export async function makeUser(values: Partial<Insertable<DB["users"]>> = {}) {
	const id = values.id ?? randomUUID();
	return db
		.insertInto("users")
		.values({
			id,
			email: `${id.slice(0, 8)}@planta.example`,
			email_verified_at: 1,
			username: "soldador",
			password_hash: await hashPassword(PASSWORD),
			provider_auth: "NORMAL",
			created_at: 1,
			updated_at: 1,
			...values,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

/** The Cookie header of a browser in which this person is signed in. */
export async function signedIn({ id }: { id: string }): Promise<{ Cookie: string }> {
	const cookie = await openSession(new Request("http://localhost:3000/"), id);
	return { Cookie: cookie.split(";")[0] ?? "" };
}

/** A person like `makeUser` makes, signed in. */
export async function signedInUser(values: Parameters<typeof makeUser>[0] = {}) {
	const user = await makeUser(values);
	return { user, headers: await signedIn(user) };
}

/** What a browser sends with a form of ours. */
export function formOf(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
	return { method: "POST", body: new URLSearchParams(fields), headers };
}
