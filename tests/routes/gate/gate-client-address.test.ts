import { expect, test } from "vitest";
import { send } from "../../support/server/http-client";
import { patchedBuild } from "../../support/server/patched-build";
import { startServer } from "../../support/server/server";

test("a forged client address does not reach a route", async () => {
	// In this build the health check returns the request's context, with the client address, and its headers.
	const build = patchedBuild([
		/async function loader(\d*)\(\) \{(?=\s+let \{ problem, warnings \} = await checkHealth\(\))/,
		"async function loader$1({ request }) { return new Response(JSON.stringify({ ...requestContext(), headers: Object.fromEntries(request.headers) }));",
	]);
	const claims = {
		"x-relevo-client": "6.6.6.6",
		"x-relevo-request": "mine",
		"X-Relevo-Client": "7.7.7.7",
		"x-forwarded-for": "5.5.5.5",
		"x-forwarded-host": "evil.example",
		forwarded: "for=4.4.4.4",
		origin: "http://evil.example",
	};
	const server = await startServer({}, build);
	for (let visit = 0; visit < 3; visit++) {
		const headers = { ...claims, "x-forwarded-for": `5.5.${visit}.5` };
		const seen = JSON.parse((await send(server.origin, "/healthcheck", { headers })).text);
		expect(seen.clientAddress).toBe("127.0.0.1");
		expect(seen.id).toMatch(/^[0-9a-f-]{36}$/);
		expect(Object.keys(seen.headers).filter((name) => /forwarded|origin/.test(name))).toEqual([]);
	}
	await server.stop();
	const behindProxy = await startServer({ TRUST_PROXY_HOPS: "1" }, build);
	const seen = JSON.parse((await send(behindProxy.origin, "/healthcheck", { headers: claims })).text);
	expect(seen.clientAddress).toBe("5.5.5.5");
	await behindProxy.stop();
});
