import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { action as editExtra } from "~/routes/auth.edit-work-overtime.$idFile";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { action as addExtra } from "~/routes/auth.work-overtime_.add-work-overtime";
import { formOf, makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { add, documentsOf, imagesOf, photo } from "../../support/document-forms";
import { extraFields } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";

/** Tests that a form sent after the session has ended is shown again with its values and with sign-in fields. */

const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";
const PROFILE = "/auth/my-account/edit-profile";

type Fields = Record<string, string>;

const forms: [
	name: string,
	typed: Fields,
	send: (fields: Fields, headers?: Record<string, string>) => Promise<Response>,
][] = [
	[
		"a new extra",
		{ hour: "4,5", date: "2026-11-20", shift: "N", comment: "Parada de horno" },
		(fields, headers) =>
			responseOf(() => addExtra(argsFor(`${ADD_EXTRA}?idFile=x`, {}, formOf(fields, headers)))),
	],
	[
		"an extra that is edited",
		{ hour: "ocho", date: "", shift: "N" },
		(fields, headers) => {
			const idFile = fields.idFile ?? "";
			const path = `/auth/edit-work-overtime/${idFile}`;
			return responseOf(() => editExtra(argsFor(path, { idFile }, formOf(fields, headers))));
		},
	],
	[
		"a document",
		{ title: "Licencia", description: "Clase D1" },
		(fields, headers = {}) => {
			const body = new FormData();
			for (const [name, value] of Object.entries(fields)) body.append(name, value);
			return add(body, headers);
		},
	],
	[
		"the profile",
		{ intent: "profile", realName: "Juana Azurduy", diagram: "4turnos_7dias", web: "" },
		(fields, headers) => responseOf(() => editProfile(argsFor(PROFILE, {}, formOf(fields, headers)))),
	],
];

const cookiesOf = (response: Response) => ({
	Cookie: response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(";")[0])
		.join("; "),
});

describe.each(forms)("%s, sent without a session", (name, typed, send) => {
	const sent = () => ({ idFile: randomUUID(), version: "abc", ...typed });

	test("is shown again as filled in with status 401, with its hidden fields and without errors", async () => {
		const fields = sent();
		const response = await send(fields);
		expect(response.status).toBe(401);
		const { signedOut } = await response.json();
		expect(signedOut.typed).toEqual(typed);
		expect([signedOut.idFile, signedOut.version]).toEqual([fields.idFile, fields.version]);
		expect(signedOut.signIn.result).toBeUndefined();
		expect(response.headers.get("Set-Cookie")).toBeNull();
	});

	test("with a wrong password shows the error and keeps the address, never the password", async () => {
		const { email } = await makeUser();
		const response = await send({ ...sent(), email, password: "otra cosa 99", resume: "password" });
		expect(response.status).toBe(401);
		const text = await response.text();
		expect(text).not.toContain("otra cosa 99");
		const { signedOut } = JSON.parse(text);
		expect(signedOut.typed).toEqual(typed);
		expect(signedOut.signIn.result.initialValue).toEqual({ email });
		expect(signedOut.signIn.result.error[""][0]).toContain("no son correctos");
	});

	test("with the right password is sent again by the browser and shown again: nothing is saved", async () => {
		const user = await makeUser();
		const fields: Fields = { ...sent(), email: user.email, password: PASSWORD, resume: "password" };
		if (name === "an extra that is edited") {
			const made = extraFields({ idFile: fields.idFile ?? "" });
			const headers = await signedIn(user);
			await responseOf(() => addExtra(argsFor(ADD_EXTRA, {}, formOf(made, headers))));
		}
		const count = async () => [
			await db.selectFrom("extras").selectAll().where("user_id", "=", user.id).execute(),
			await documentsOf(user),
			await db.selectFrom("users").select(["real_name", "diagram"]).where("id", "=", user.id).execute(),
		];
		const before = await count();
		const response = await send(fields);
		expect(response.status).toBe(307);
		expect(response.headers.get("Location")).toMatch(/^\/auth\//);
		const again = await send(fields, cookiesOf(response));
		expect(again.status).toBe(200);
		const { result, isResumed, ...shown } = await again.json();
		expect(isResumed).toBe(true);
		expect(result.initialValue).toEqual(typed);
		expect(result.error).toBeUndefined();
		expect(shown.version).toBe(fields.version);
		if (name !== "the profile") expect(shown.idFile).toBe(fields.idFile);
		expect(await count()).toEqual(before);
	});
});

test("keeps the photos to remove, but neither uploads nor stores photos", async () => {
	const user = await makeUser();
	const [one, other] = [randomUUID(), randomUUID()];
	const response = await add({ removeImages: [one, other], images: [await photo()] }, {});
	expect((await response.json()).signedOut.removeImages).toEqual([one, other]);
	expect(await imagesOf(user)).toEqual([]);
});

test("after a Google sign-in in another tab a button sends it again; without a session it says so", async () => {
	const fields = { ...extraFields({ hour: "4,5" }), email: "", password: "", resume: "google" };
	const send = (headers: Record<string, string>) =>
		responseOf(() => addExtra(argsFor(ADD_EXTRA, {}, formOf(fields, headers))));
	const early = await send({});
	expect(early.status).toBe(401);
	expect((await early.json()).signedOut.signIn.result.error[""]).toEqual([
		"Todavía no ingresaste con Google en este navegador.",
	]);
	const response = await send(
		await signedIn(await makeUser({ provider_auth: "GOOGLE", password_hash: null })),
	);
	expect((await response.json()).result.initialValue).toMatchObject({ hour: "4,5" });
});

test("counts attempts like the login", async () => {
	const { email } = await makeUser();
	const attempt = () =>
		responseOf(() =>
			addExtra(
				argsFor(
					ADD_EXTRA,
					{},
					formOf({ ...extraFields(), email, password: "otra cosa 99", resume: "password" }),
				),
			),
		);
	const statuses: number[] = [];
	while (statuses.at(-1) !== 429 && statuses.length < 20) statuses.push((await attempt()).status);
	expect(statuses.at(-1)).toBe(429);
	expect((await attempt()).headers.get("Retry-After")).toMatch(/^\d+$/);
});

test("refuses a too long form", async () => {
	const response = await add({ title: "x".repeat(60_000), description: "y".repeat(60_000) }, {});
	expect(response.status).toBe(400);
	expect((await response.json()).message).toBe("Es demasiado largo. Volvé atrás, acortalo y probá de nuevo.");
});
