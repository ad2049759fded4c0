import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { signedInUser } from "../support/accounts";
import { SLIP_START, seedSlip } from "../support/accounts-on-disk";
import { encode } from "../support/requests";
import { post } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";

/** Tests that the form of a new record stays one, when another tab has added a record to the same page meanwhile. */

const server = serverForFile(ownData);

test("a refused or resumed form of a new pay slip overwrites none", async () => {
	const { user, headers } = await signedInUser();
	seedSlip(server.databasePath, user.id);
	const send = (fields: Record<string, string>) =>
		post(server.origin, `/auth/my-pay?period=${SLIP_START}`, encode(fields), headers);
	const refused = await send({ hours50: "diez" });
	const resumed = await send({ hours50: "10", resume: "password" });
	expect([refused.status, resumed.status]).toEqual([400, 200]);
	// The page has another form about the slip that is there, which has its version.
	const slipForm = ({ text }: { text: string }) => /<form[^>]* id="slip"[\s\S]*?<\/form>/.exec(text)?.[0];
	for (const answer of [refused, resumed]) {
		expect(slipForm(answer)).toMatch(/name="hours50"[^>]* value="(10|diez)"/);
		expect(slipForm(answer)).not.toContain('name="version"');
	}
	const stale = await send({ hours50: "10" });
	expect(stale.status).toBe(409);
	expect(slipForm(stale)).toContain('name="version"');
});

test.each(["with the key of the form", "without a key"])(
	"a refused form of new own days, at an address %s, changes none that the day has",
	async (address) => {
		const { user, headers } = await signedInUser({ diagram: "3turnos", crew: "B" });
		const [day, idFile] = ["2026-12-10", randomUUID()];
		const path = `/auth/my-days?day=${day}${address === "without a key" ? "" : `&idFile=${idFile}`}`;
		const send = (fields: Record<string, string>, to = path) =>
			post(server.origin, to, encode({ idFile, firstDay: day, ...fields }), headers);
		expect((await send({ kind: "vacaciones", idFile: randomUUID() })).status).toBe(303);
		const { status, text } = await send({ kind: "", note: "Casamiento" });
		expect(status).toBe(400);
		expect(text).toContain("Casamiento");
		expect(text).toContain(`name="idFile" value="${idFile}"`);
		expect(text).not.toMatch(/name="version"|action="\?edit=/);
		const again = await send({ kind: "licencia", note: "Casamiento" });
		expect(again.status).toBe(409);
		expect(again.text).toContain("Ya tenés vacaciones");
		const rows = await db.selectFrom("own_days").selectAll().where("user_id", "=", user.id).execute();
		expect(rows).toMatchObject([{ kind: "vacaciones", note: "" }]);
	},
);
