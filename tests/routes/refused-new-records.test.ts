import { expect, test } from "vitest";
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
	for (const { text } of [refused, resumed]) {
		expect(text).toMatch(/name="hours50"[^>]* value="(10|diez)"/);
		expect(text).not.toContain('name="version"');
	}
	const stale = await send({ hours50: "10" });
	expect(stale.status).toBe(409);
	expect(stale.text).toContain('name="version"');
});
