import type { LoaderFunctionArgs } from "@remix-run/node";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { loader as elsewhere, action as send } from "~/routes/$";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { loader as home } from "~/routes/home";
import { formOf, makeUser, signedIn } from "../support/accounts";
import { argsFor, responseOf } from "../support/requests";
import { toastOf } from "../support/toasts";

const PHONE = { "User-Agent": "Mozilla/5.0 (Linux; Android 13) Mobile" };

describe("addresses below auth without a page", () => {
	test.each([
		["my-document", "/auth/my-documents?q=pase"],
		["my-documents/add-document", "/auth/my-document/add-document?q=pase"],
		["my-agreement", "/auth/my-pay/settings?q=pase"],
		["my-agreement/hour-value/2026-10-01", "/auth/my-pay/settings/hour-value/2026-10-01?q=pase"],
		["my-agreement/rates/add", "/auth/my-pay/settings/rates/add?q=pase"],
		["work-overtime/slips", "/auth/my-pay?q=pase"],
		["work-overtime/slips/2026-10-01", "/auth/my-pay?period=2026-10-01&q=pase"],
		["work-overtime/slips/%0d%0aX", "/auth/my-pay?period=%0d%0aX&q=pase"],
		["work-overtime/year", "/auth/work-overtime?view=year&q=pase"],
	])("auth/%s redirects to its present address, and so does a form", async (address, target) => {
		const args = argsFor(`/auth/${address}?q=pase`, { "*": address });
		for (const [moved, status] of [[elsewhere, 301] as const, [send, 308] as const]) {
			const answer = await responseOf(() => moved(args));
			expect([answer.status, answer.headers.get("Location")]).toEqual([status, target]);
		}
	});

	test("any other address below auth is not found", async () => {
		for (const address of [
			"",
			"nada",
			"my-documents/x",
			"my-document/x",
			"my-account/x",
			"work-overtime/x",
		]) {
			expect((await responseOf(() => elsewhere(argsFor(`/auth/${address}`, { "*": address })))).status).toBe(
				404,
			);
		}
	});
});

describe("a button pressed after the session has ended", () => {
	test("redirects to the login, which says that nothing was done, and then to its page, not to its form", async () => {
		const address = "/auth/my-account/edit-profile?view=account";
		const answer = await responseOf(() => editProfile(argsFor(address, {}, formOf({ intent: "sessions" }))));
		expect(answer).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fmy-account%2Fedit-profile");
		expect((await toastOf(answer))?.title).toBe("No se encontró usuario autenticado.");
	});
});

describe("home of a signed-in user", () => {
	const visit = async (values: Parameters<typeof makeUser>[0], path = "/home", more = {}) => {
		const headers = { ...(await signedIn(await makeUser(values))), ...more };
		const args: LoaderFunctionArgs = argsFor(path, {}, { headers });
		return responseOf(() => home(args));
	};

	test.each([
		["home", "/home"],
		["the installed app's start", "/home?app=1"],
	])(
		"%s redirects to Mi turno when the shifts are known, else to the diagram, if automatic opening is on",
		async (_, path) => {
			const mine = { auto_diagram: 1, diagram: "5turnos_7dias" } as const;
			expect(await visit(mine, path, PHONE)).toRedirectTo("/diagrams/5turnos_7dias");
			expect(await visit({ ...mine, crew: "E" }, path, PHONE)).toRedirectTo("/my-shift");
			expect(await visit({ ...mine, cycle_start: "2026-11-16" }, path)).toRedirectTo("/my-shift");
		},
	);

	test("redirects to the choice of a diagram while the user has none", async () => {
		expect(await visit({ auto_diagram: 1 })).toRedirectTo("/auth/my-account/edit-profile?elegir=diagrama");
	});

	test.each([
		["the switch was never used", { auto_diagram: null, diagram: "3turnos" } as const, "/home"],
		["it is off", { auto_diagram: 0, diagram: "3turnos" } as const, "/home"],
		["it is off, in the installed app", { auto_diagram: 0, diagram: "3turnos" } as const, "/home?app=1"],
		["'Inicio' was pressed", { auto_diagram: 1, diagram: "3turnos" } as const, "/home?inicio=1"],
	])("stays when %s, on a phone too", async (_name, values, path) => {
		expect((await visit(values, path, PHONE)).status).toBe(200);
	});
});

describe("home", () => {
	test("names the visitor's own documents that have expired or expire soon", async () => {
		const [mine, other] = [await makeUser(), await makeUser()];
		for (const [user, days] of [mine, other].flatMap((user) =>
			[-3, -2, -1, 3, 2, 1, 31].map((days) => [user, days] as const),
		)) {
			const expires_on = addDays(plantToday(), days);
			const row = {
				user_id: user.id,
				id_file: crypto.randomUUID(),
				title: `Carnet ${days}`,
				description: "x",
			};
			await db
				.insertInto("documents")
				.values({ ...row, expires_on, created_at: 1 })
				.execute();
		}
		const headers = await signedIn(mine);
		const answer = await responseOf(() => home(argsFor("/home?inicio=1", {}, { headers })));
		const { expiring } = await answer.json();
		expect(expiring.map(({ title }: { title: string }) => title)).toEqual(
			// Those that still expire are chosen before those that have, and of these the latest.
			[-2, -1, 1, 2, 3].map((days) => `Carnet ${days}`),
		);
	});

	const shortcut = async (values: Parameters<typeof makeUser>[0], cookie = "") => {
		const { Cookie } = await signedIn(await makeUser(values));
		const headers = { Cookie: `${Cookie}; ${cookie}` };
		const answer = await responseOf(() => home(argsFor("/home?inicio=1", {}, { headers })));
		return (await answer.json()).shortcut;
	};

	test("shows the profile's diagram first, then the diagram viewed last", async () => {
		const seen = "crew=4turnos_7dias.C";
		expect(await shortcut({ diagram: "3turnos", crew: "B" }, seen)).toMatchObject({
			id: "3turnos",
			crew: "B",
			isOwn: true,
		});
		expect(await shortcut({ diagram: "3turnos" }, seen)).toMatchObject({ id: "3turnos", crew: null });
		expect(await shortcut({}, seen)).toMatchObject({ id: "4turnos_7dias", crew: "C", isOwn: false });
		expect(await shortcut({})).toBeUndefined();
	});

	test("links to the user's own diagram and crew, even after a link showed another crew", async () => {
		const crews = async (Cookie: string) => {
			const answer = await responseOf(() => home(argsFor("/home", {}, { headers: { Cookie } })));
			return (await answer.json()).shortcut.crew;
		};
		expect(await crews("mine=4turnos_7dias.C")).toBe("C");
		expect(await crews("mine=4turnos_7dias.C; crew=4turnos_7dias.D")).toBe("C");
		expect(await crews("crew=4turnos_7dias.D")).toBe("D");
	});
});

describe("ids that no user can have ('NOID')", () => {
	test.each(["NOID", "", "1"])("no row can have the id '%s'", async (id) => {
		await expect(makeUser({ id, email: "a@planta.example" })).rejects.toThrow(/CHECK constraint/);
	});
});
