import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { payPeriodOf } from "~/features/law/pay-period";
import { addDays } from "~/lib/time/civil-date";
import { pageBounds } from "../laboratory/bench/measures/measure-pages";
import { type PageWeight, weighPage } from "../laboratory/visitors/page-weight";
import { accountRoutes } from "../support/account-routes";
import {
	EXTRA,
	OWN_DAY,
	SINCE,
	seedAgreement,
	seedDocument,
	seedExtra,
	seedHistory,
	seedOwnDay,
	seedPasskey,
	seedSlip,
	seedUser,
} from "../support/accounts-on-disk";
import { modulesOf } from "../support/browser/client-modules";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";
import { todayIn } from "../support/texts/today";

/**
 * Id of a new document, extra (overtime entry) or own day (vacation and the like), passed in the query string of the page
 * with its form.
 */
const NEW = "33333333-3333-4333-8333-333333333333";

const long = {
	real_name: "Ñ".repeat(120),
	username: "W".repeat(60),
	diagram: "12horas_reduccion",
	crew: "B",
	twitter: "@juan",
	instagram: "juan.perez",
	facebook: "juan.perez.1900",
	web: `https://planta.example/${"a".repeat(170)}`,
};

const server = serverForFile({ GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "y" });
let cookie: string;
beforeAll(async () => {
	const user = seedUser(server.databasePath, { ...long, email_verified_at: null });
	seedDocument(server.databasePath, user.id, "Ñ".repeat(43));
	seedExtra(server.databasePath, user.id, {
		comment: "Ñ".repeat(500),
		start_minute: 1320,
		minutes_night: 480,
	});
	seedOwnDay(server.databasePath, user.id, { note: "Ñ".repeat(300) });
	seedHistory(server.databasePath, user.id);
	seedAgreement(server.databasePath, user.id);
	seedSlip(server.databasePath, user.id);
	seedPasskey(server.databasePath, user.id);
	cookie = user.cookie;
});

/** All pages of accountRoutes, but for Google's callback, which is a redirect, and what redirects a verified user. */
const pages = accountRoutes.filter(
	({ route, leadsTo }) =>
		existsSync(`app/routes/${route}.tsx`) && !leadsTo && route !== "auth.google_.callback",
);
const pathsOf = (isGuarded: boolean) =>
	pages
		.filter(({ guarded }) => guarded === isGuarded)
		// Without the key, the page of a new record redirects to itself with one.
		.map(({ path }) =>
			/add-|day=/.test(path) ? `${path}${path.includes("?") ? "&" : "?"}idFile=${NEW}` : path,
		);
const strangers = [...pathsOf(false), "/auth/login?redirectTo=/auth/work-overtime"];
/** Also other views of these pages. */
const members = [
	...pathsOf(true),
	"/auth/my-account/edit-profile?view=account",
	"/auth/work-overtime?start=2026-02-30&end=ayer&shift=noche",
	"/auth/work-overtime?view=sheet",
	"/auth/work-overtime?view=sheet&picture=1",
	"/auth/work-overtime?view=year",
	`/auth/edit-work-overtime/${EXTRA}?intent=delete`,
	"/auth/my-pay",
	"/auth/my-pay?view=summary",
	"/auth/my-pay?view=balances",
	"/auth/my-pay?view=periods",
	`/auth/my-days?edit=${OWN_DAY}&intent=delete`,
	`/auth/my-pay/settings/rates/${SINCE}?intent=delete`,
];

const comments = ["cubrí a un compañero", "parada de horno", "faltó el relevo", "limpieza programada"];

/** A user with as many extras as a page of the list has, one a day until today, of all kinds of hours. */
function seedFullList() {
	const user = seedUser(server.databasePath, { diagram: "4turnos_7dias", crew: "B" });
	const today = todayIn("America/Argentina/Buenos_Aires");
	for (let day = 0; day < 25; day++)
		seedExtra(server.databasePath, user.id, {
			// Keys as random as those of the site, which compression cannot make shorter.
			id_file: createHash("sha256")
				.update(`${day}`)
				.digest("hex")
				.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, "$1-$2-$3-$4-$5"),
			date: addDays(today, -day),
			shift: ["M", "T", "N"][day % 3],
			minutes: [480, 120, 240][day % 3],
			start_minute: [1320, 360, 840, null][day % 4],
			comment: `${comments[day % 4]}, ${comments[(day * 7) % 3]}`,
		});
	return { user, today };
}

const reasons = [
	"cubrí a un compañero que pidió el día por un trámite en el hospital",
	"parada programada del horno, limpieza de la fosa y cambio de rodillos",
	"faltó el relevo y me quedé hasta que llegó el del turno siguiente",
	"rotura de la cinta transportadora, reparación con los de mantenimiento",
];
const places = ["en la acería", "en el tren laminador", "en la planta de reducción"];

/** A user with an agreement, and with two extras a day from a first day on, each with a long comment of its own. */
function seedFullSheet(first: string) {
	const user = seedUser(server.databasePath, { diagram: "4turnos_7dias", crew: "B" });
	for (let row = 0; row < 40; row++)
		seedExtra(server.databasePath, user.id, {
			id_file: `00000000-0000-4000-8000-0000000000${10 + row}`,
			date: addDays(first, Math.floor(row / 2)),
			shift: ["M", "T", "N"][row % 3],
			minutes: [480, 120, 240][row % 3],
			start_minute: [1320, 360, 840, null][row % 4],
			compensation: (["pago", "pago", "franco", null] as const)[(row * 3) % 4],
			comment: `${reasons[row % 4]} ${places[row % 3]}, avisado a las ${(row * 13) % 24}:${10 + ((row * 17) % 50)}`,
		});
	// Last, so that what the extras are paid is worked out by it.
	seedAgreement(server.databasePath, user.id);
	return user;
}

const weigh = (path: string): Promise<PageWeight> =>
	weighPage(server.origin, path, members.includes(path) ? { Cookie: cookie } : {});

describe("every account page", () => {
	test.each([
		["/auth/login", "auth.login"],
		["/auth/my-account", "auth.my-account"],
		["/auth/my-account/edit-profile", "auth.my-account_.edit-profile"],
		["/auth/work-overtime", "auth.work-overtime"],
	])("%s names every file of its script, so that they are requested at once", async (path, route) => {
		const { text } = await send(server.origin, path, {
			headers: members.includes(path) ? { cookie } : {},
		});
		const [, data = ""] = /id="page-data">([^<]+)</.exec(text) ?? [];
		expect(JSON.parse(data).modules.toSorted()).toEqual(modulesOf(route).sort());
	});

	test.each([...strangers, ...members])(
		"%s stays below its byte limit and paints after one request",
		async (path) => {
			const weight = await weigh(path);
			expect(weight.status).toBe(200);
			expect(weight.brotli).toBeLessThanOrEqual(pageBounds.pageBytes);
			expect(weight.gzip).toBeLessThanOrEqual(pageBounds.pageBytes);
			expect(weight.requestsBeforePaint).toBe(pageBounds.requestsBeforePaint);
			expect(weight.fonts).toBe(0);
			// The HTML links no script of React, because the page's inline script loads React later.
			expect(weight.reactFiles).toEqual([]);
		},
	);

	test("a full page of extras stays below its byte limit, and so does the sheet of the period, with its picture too", async () => {
		const { user, today } = seedFullList();
		const { start, end } = payPeriodOf(addDays(today, -24), "month");
		const sheet = `?view=sheet&start=${start}&end=${end}`;
		for (const path of ["", sheet, `${sheet}&picture=1`]) {
			const headers = { Cookie: `${user.cookie}; consent=accepted` };
			const weight = await weighPage(server.origin, `/auth/work-overtime${path}`, headers);
			expect(weight.elements, path).toBeGreaterThan(path ? 100 : 500);
			expect(weight.brotli, path).toBeLessThanOrEqual(pageBounds.pageBytes);
			expect(weight.gzip, path).toBeLessThanOrEqual(pageBounds.pageBytes);
		}
	});

	test("a sheet of forty extras with long comments and an estimate stays below its byte limit", async () => {
		const lastMonth = addDays(payPeriodOf(todayIn("America/Argentina/Buenos_Aires"), "month").start, -1);
		const { start, end } = payPeriodOf(lastMonth, "month");
		const headers = { Cookie: `${seedFullSheet(start).cookie}; consent=accepted` };
		const path = `/auth/work-overtime?view=sheet&start=${start}&end=${end}`;
		expect((await send(server.origin, path, { headers })).text).toContain("Estimado, no es un recibo");
		const weight = await weighPage(server.origin, path, headers);
		expect(weight.elements).toBeGreaterThan(600);
		expect(weight.brotli).toBeLessThanOrEqual(pageBounds.pageBytes);
		expect(weight.gzip).toBeLessThanOrEqual(pageBounds.pageBytes);
	});
});
