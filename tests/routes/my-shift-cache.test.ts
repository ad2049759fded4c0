import { expect, test } from "vitest";
import { listPublicPages } from "../support/public-pages";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();

async function page(path: string, cookie = ""): Promise<string> {
	const { body } = await send(server.origin, path, { headers: { cookie } });
	return body.toString();
}

test("the shared page cache never shows a visitor another visitor's shifts", async () => {
	const question = "¿Qué turno tenés hoy?";
	// The cycles of these crews are 14 days apart, so their weeks differ.
	const [first, second] = ["mine=4turnos_7dias.A", "mine=4turnos_7dias.C"];
	for (const cookie of ["", first, second, "", second, first]) {
		const home = await page("/home?inicio=1", cookie);
		expect(home.includes(question)).toBe(cookie === "");
	}
	const strip = (html: string) => html.slice(html.indexOf('class="week"'), html.indexOf("doce meses"));
	expect(strip(await page("/my-shift", first))).not.toBe(strip(await page("/my-shift", second)));
	expect(strip(await page("/my-shift", first))).toBe(strip(await page("/my-shift", first)));
});

test.each(["/my-shift/calendar", "/my-shift/swap?with=B"])(
	"%s shows each visitor their own shifts",
	async (path) => {
		const main = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
		const texts = new Map<string, string>();
		for (let visit = 0; visit < 2; visit++)
			for (const cookie of ["", "mine=4turnos_7dias.A", "mine=4turnos_7dias.C"]) {
				const text = main(await page(path, cookie));
				expect(text).toBe(texts.get(cookie) ?? text);
				texts.set(cookie, text);
			}
		expect(new Set(texts.values()).size).toBe(3);
	},
);

test("only home and the pages of Mi turno depend on the visitor's own shifts", async () => {
	const byRoute = new Map(listPublicPages().map(({ route, path }) => [route, path]));
	const paths = [...byRoute.values()].filter((path) => !/^\/(home|my-shift)/.test(path));
	expect(paths.length).toBeGreaterThan(8);
	const withoutId = (html: string) => html.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
	for (const path of paths) {
		// The unknown parameter `x` bypasses the server's page cache, so that the page is rendered anew.
		const fresh = `${path}${path.includes("?") ? "&" : "?"}x=1`;
		const known = await page(fresh, "mine=4turnos_7dias.C");
		expect(withoutId(known), path).toBe(withoutId(await page(fresh)));
	}
});
