import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { accountRoutes } from "../support/account-routes";
import { makeUser, signedIn } from "../support/accounts";
import { seedEachKind } from "../support/accounts-on-disk";
import { send } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";

/** Tests that the data of hydrated pages contain no secrets, and no data that only other pages show. */

const server = serverForFile(ownData);
let user: Awaited<ReturnType<typeof makeUser>>;
let headers: { Cookie: string };

beforeAll(async () => {
	await makeUser({ email: "otra@planta.example" });
	user = await makeUser({ pay_period: "closing-20", diagram: "3turnos" });
	headers = await signedIn(user);
	seedEachKind(server.databasePath, user.id);
});

test.each(accountRoutes.filter(({ path }) => !path.startsWith("/images/")).map(({ path }) => path))(
	"%s: no key, hash or token of the user, and no data of other users",
	async (path) => {
		const { body } = await send(server.origin, path, { headers });
		const [, data = ""] =
			/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(String(body)) ?? [];
		const token = headers.Cookie.split("=")[1] ?? "";
		const hashes = [createHash("sha256").update(token).digest("base64url"), user.password_hash ?? ""];
		for (const secret of [user.id, token, ...hashes, "argon2", "otra@planta.example"])
			expect(data).not.toContain(secret);
	},
);

test.each([
	["/auth/my-account", "closing-20"],
	["/auth/delete-account", "3turnos"],
	["/auth/work-overtime", "@planta.example"],
])("%s: no data that only other pages show (%s)", async (path, shownElsewhere) => {
	const { body } = await send(server.origin, path, { headers });
	const text = String(body);
	expect(text).toContain('id="page-data"');
	expect(text).not.toContain(shownElsewhere);
});
