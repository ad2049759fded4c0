import { expect, test } from "vitest";
import { send } from "../support/server/http-client";
import { startServer } from "../support/server/server";

/** Tests that the server's time zone and language change no page. civil-date.test.ts tests the calculation of dates. */
test("pages are the same, byte by byte, in any time zone and language of the server", async () => {
	const places: Record<string, string>[] = [
		{ TZ: "UTC" },
		{ TZ: "Pacific/Kiritimati", LANG: "en_US.UTF-8", LC_ALL: "en_US.UTF-8" },
		{ TZ: "America/Los_Angeles", LANG: "ja_JP.UTF-8" },
	];
	const paths = [
		"/home?inicio=1",
		"/diagrams/4turnos_7dias",
		"/diagrams/12horas_insalubre?year=2026",
		"/holidays",
	];
	const [first, ...others] = await Promise.all(
		places.map(async (place) => {
			const server = await startServer({ ...place, TZ_APP: "America/Argentina/Buenos_Aires" });
			const answers = await Promise.all(paths.map((path) => send(server.origin, path)));
			await server.stop();
			// Removes the request id of error pages, and the server's port in the links that share a page by WhatsApp.
			const varying = /[0-9a-f]{8}-[0-9a-f-]{27}|localhost%3A\d+/g;
			return answers.map(({ status, text }) => `${status} ${text.replace(varying, "")}`);
		}),
	);
	expect(first?.[1]).toMatch(/^200 /);
	expect(others).toEqual([first, first]);
});
