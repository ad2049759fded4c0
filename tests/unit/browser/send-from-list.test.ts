import { expect, test } from "vitest";
import { sendFromList } from "~/ui/toast/send-from-list";

const LIST = "http://localhost:3000/auth/work-overtime?start=2026-11-01";

/** Sends a form from the list to a server that throws `thrown`. */
async function send(thrown: unknown): Promise<unknown> {
	const request = new Request(LIST, { method: "POST", body: "intent=delete" });
	const serverAction = () => Promise.reject(thrown);
	return sendFromList({ request, params: {}, serverAction }).catch((error: unknown) => ({ error }));
}

const redirectTo = (Location: string) => new Response(null, { status: 302, headers: { Location } });

test("a list stays open only if the server leads back to it", async () => {
	for (const same of ["/auth/work-overtime", "/auth/work-overtime?after=1", "?start=2026-10-01", LIST])
		expect(await send(redirectTo(same)), same).toEqual({ isDone: true });
	for (const thrown of [
		redirectTo("/auth/login?redirectTo=/auth/work-overtime"),
		redirectTo("/auth/work-overtime/import"),
		new Response(null, { status: 304 }),
	])
		expect(await send(thrown)).toEqual({ error: thrown });
});
