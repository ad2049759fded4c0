import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { PASSWORD } from "../support/accounts";
import { DOCUMENT, seedDocument, seedUser } from "../support/accounts-on-disk";
import { ADD, documentBody } from "../support/document-forms";
import { extraFields } from "../support/extras";
import { post, sameOrigin } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer } from "../support/server/server";

/**
 * Tests of the reserve file, which the server deletes when the disk is full. Signing in, editing and deleting may then
 * use the freed space, but adding new data may not.
 */
test("once the reserve is spent, nothing new can be added; editing and deleting still work", async () => {
	const build = patchedBuild(
		// In this build, the server acts as if the disk were full and the reserve file deleted.
		["MIN_FREE_BYTES = 300 * 1048576", "MIN_FREE_BYTES = 2 ** 62"],
		["bavail * bsize >= 2 * RESERVE_BYTES", "bavail * bsize >= 2 ** 62"],
	);
	const server = await startServer({}, build);
	const user = seedUser(server.databasePath);
	seedDocument(server.databasePath, user.id);
	const headers = { cookie: user.cookie };

	const document = await fetch(server.origin + ADD, {
		method: "POST",
		headers: { ...sameOrigin, ...headers },
		body: documentBody({ idFile: randomUUID() }),
	});
	const extra = await post(
		server.origin,
		"/auth/work-overtime/add-work-overtime",
		new URLSearchParams(extraFields()).toString(),
		headers,
	);
	const newcomer = { username: "soldador", email: "nuevo@planta.example", password: PASSWORD };
	const registration = new URLSearchParams({ ...newcomer, confirmPassword: PASSWORD }).toString();
	const registered = await post(server.origin, "/auth/register", registration);
	expect([document.status, extra.status, registered.status]).toEqual([507, 507, 507]);
	for (const text of [await document.text(), extra.text, registered.text])
		expect(text).toContain("queda lugar");

	const profile = "intent=profile&realName=Otro+Nombre&diagram=3turnos";
	expect((await post(server.origin, "/auth/my-account/edit-profile", profile, headers)).status).toBe(303);
	const deleted = await post(server.origin, `/auth/view-document/${DOCUMENT}`, "intent=delete", headers);
	expect(deleted.status).toBe(303);
	await server.stop();
});
