import { createCookie } from "@remix-run/node";
import { expect, test } from "vitest";
import { send } from "../support/server/http-client";
import { startServer } from "../support/server/server";

test("a message signed with the previous secret is still read, and shown as text; one signed with a removed secret is not", async () => {
	const before = "secreto-de-antes-0123456789-abcdefgh";
	const now = "secreto-de-ahora-9876543210-zyxwvuts";
	const sign = async (secret: string) =>
		(await createCookie("toast", { secrets: [secret] }).serialize({ text: "<b>Hola</b>" })).split(";")[0] ??
		"";
	const server = await startServer({ SESSION_SECRET: `${now},${before}` });
	for (const secret of [now, before]) {
		const page = await send(server.origin, "/no-existe", { headers: { cookie: await sign(secret) } });
		expect(page.text).toContain("&lt;b&gt;Hola&lt;/b&gt;");
	}
	const dropped = await sign("secreto-olvidado-5432109876-mnbvcxz");
	const page = await send(server.origin, "/no-existe", { headers: { cookie: dropped } });
	expect(page.text).not.toContain("Hola");
	await server.stop();
});
