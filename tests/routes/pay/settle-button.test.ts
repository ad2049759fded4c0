import { describe, expect, test } from "vitest";
import { payPeriodOf } from "~/features/law/pay-period";
import { addDays } from "~/lib/time/civil-date";
import { seedExtra, seedSlip, seedUser } from "../../support/accounts-on-disk";
import { post, send } from "../../support/server/http-client";
import { serverForFile } from "../../support/server/server-for-file";
import { todayIn } from "../../support/texts/today";

const PAY = "/auth/my-pay";
const server = serverForFile();

const thisMonth = payPeriodOf(todayIn("America/Argentina/Buenos_Aires"), "month");
const { start, end } = payPeriodOf(addDays(thisMonth.start, -1), "month");

/** Presses the only button of a form as a browser without script does. */
async function press(page: string, form: string, cookie: string) {
	const { text } = await send(server.origin, page, { headers: { cookie } });
	const [html = ""] = new RegExp(`<form[^>]*id="${form}".*?</form>`).exec(text) ?? [];
	const [, action = page] = /^[^>]*action="([^"]*)"/.exec(html) ?? [];
	const fields = Array.from(html.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g), (found) =>
		found.slice(1),
	);
	const body = new URLSearchParams(fields).toString();
	return post(server.origin, action.replaceAll("&amp;", "&"), body, { cookie });
}

describe("'Ya se arregló' and 'Todavía no se arregló'", () => {
	test.each([
		["of the page without a period", PAY],
		["of the page of any day of the period", `${PAY}?period=${addDays(start, 9)}`],
		["of the page of its first day", `${PAY}?period=${start}`],
	])("%s are for the slip that is shown", async (_name, page) => {
		const { id, cookie } = seedUser(server.databasePath);
		seedExtra(server.databasePath, id, { date: start });
		seedSlip(server.databasePath, id, { period_start: start, period_end: end, premiums: "{}" });
		for (const said of ["Todavía no se arregló", "Ya se arregló"]) {
			const { status, headers } = await press(page, `slip-${start}`, cookie);
			expect([status, headers.location]).toEqual([303, `${PAY}?period=${start}`]);
			expect((await send(server.origin, page, { headers: { cookie } })).text).toContain(`>${said}</button>`);
		}
	});
});
