import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchBounded } from "~/features/auth/google/bounded-fetch.server";
import { tooManyText } from "~/features/auth/passwords/check-password.server";

const server = createServer(({ url = "" }, response) => {
	const [, status, bytes] = url.split("/");
	response.writeHead(Number(status), { Location: "/200/1" }).end("x".repeat(Number(bytes)));
});
let origin = "";
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});
afterAll(() => server.close());

const fetched = (path: string) => fetchBounded(origin + path, {}, { timeoutMs: 10_000, maxBytes: 100 });

test("what another server answers is read up to its bound, and only if it is what was asked for", async () => {
	expect((await fetched("/200/100")).byteLength).toBe(100);
	await expect(fetched("/200/101")).rejects.toMatchObject({ name: "FetchError", code: "too_large" });
	await expect(fetched("/201/1")).rejects.toMatchObject({ name: "FetchError", code: "status_201" });
	await expect(fetched("/302/1")).rejects.toThrow("fetch failed");
});

test.each([
	[1, "1 segundo"],
	[59, "59 segundos"],
	[60, "1 minuto"],
	[61, "2 minutos"],
])("who has tried too often waits %i s, which is %s", (seconds, wait) => {
	expect(tooManyText(seconds)).toBe(`Hubo demasiados intentos. Esperá ${wait} y probá de nuevo.`);
});

test.each([
	[undefined, undefined],
	["/a".padEnd(1000, "x"), "/a".padEnd(1000, "x")],
	["/a".padEnd(1001, "x"), undefined],
])("a sign-in with Google keeps for ten minutes where one wanted to go: %#", async (redirectTo, kept) => {
	vi.resetModules();
	vi.stubEnv("GOOGLE_CLIENT_ID", "client");
	vi.stubEnv("GOOGLE_CLIENT_SECRET", "secret");
	const { findStarted, startGoogle } = await import("~/features/auth/google/google-sign-in.server");
	vi.useFakeTimers({ toFake: ["Date"] });
	const answer = await startGoogle(redirectTo);
	const Cookie = answer.headers.getSetCookie().at(-1)?.split(";")[0] ?? "";
	const find = (headers: HeadersInit) => findStarted(new Request("http://localhost:3000/", { headers }));
	expect(await find({})).toBeUndefined();
	vi.advanceTimersByTime(599_999);
	const started = await find({ Cookie });
	expect([started?.verifier, started?.redirectTo]).toEqual([expect.any(String), kept]);
	vi.advanceTimersByTime(1);
	expect(await find({ Cookie })).toBeUndefined();
	vi.useRealTimers();
	vi.unstubAllEnvs();
});
