import { db } from "~/lib/database/db.server";

export type PushKeys = NonNullable<Awaited<ReturnType<typeof findPushKeys>>>;

/** The site's keys, by which push services and browsers know it; undefined until the first browser asks for notices. */
export function findPushKeys() {
	return db
		.selectFrom("push_keys")
		.select(["public_key as publicKey", "private_key as privateKey"])
		.executeTakeFirst();
}

/** Makes the site's keys, unless there are some. Browsers' subscriptions hold as long as these keys. */
export async function requirePushKeys(): Promise<PushKeys> {
	const known = await findPushKeys();
	if (known) return known;
	const { generateVAPIDKeys } = await loadWebPush();
	const { publicKey, privateKey } = generateVAPIDKeys();
	await db
		.insertInto("push_keys")
		.values({ id: 1, public_key: publicKey, private_key: privateKey })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	// Another browser's request may have stored its keys first.
	return requirePushKeys();
}

/** Loads the package only when somebody asks for notices, because most servers never need it. */
export async function loadWebPush() {
	return (await import("web-push")).default;
}
