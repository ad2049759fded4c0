import { expect, test } from "vitest";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile();

/** The text of a page for a visitor with these cookies. */
async function page(path: string, cookie = ""): Promise<string> {
	const { body, status } = await send(server.origin, path, { headers: { cookie } });
	expect(status).toBe(200);
	return body.toString();
}

test("the shared page cache serves nobody the shifts of another visitor", async () => {
	const question = "Decí qué turno tenés hoy";
	// The anchors of two crews are one working block apart, so their weeks differ.
	const [first, second] = ["mine=4turnos_7dias.A", "mine=4turnos_7dias.C"];
	for (const cookie of ["", first, second, "", second, first]) {
		const home = await page("/home?inicio=1", cookie);
		expect(home.includes(question)).toBe(cookie === "");
	}
	const strip = (html: string) => html.slice(html.indexOf('class="week"'), html.indexOf("doce meses"));
	expect(strip(await page("/my-shift", first))).not.toBe(strip(await page("/my-shift", second)));
	expect(strip(await page("/my-shift", first))).toBe(strip(await page("/my-shift", first)));
});
