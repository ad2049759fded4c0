import { expect, test } from "vitest";
import { endAllSessions } from "~/features/auth/passwords/credentials.server";
import { db } from "~/lib/database/db.server";
import { makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { untilAlive } from "../../support/browser/alive";
import {
	commentsOf,
	eventually,
	newPhone,
	openPlant,
	type Phone,
	readyPhone,
	typeExtra,
} from "../../support/browser/phone";
import { sameOrigin, send, urlencoded } from "../../support/server/http-client";

const shift = { diagram: "4turnos_7dias", crew: "C" };
const ADD = "/auth/work-overtime/add-work-overtime";
/** Words of nobody else, to search for in all that a phone keeps. */
const [NAME, COMMENT] = ["Zoraida Pampín", "Cucharón grande"];

async function signOut(phone: Phone): Promise<void> {
	await phone.page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
}

async function expectNothingOf(phone: Phone): Promise<void> {
	await eventually(() => phone.everything()).not.toContain(NAME);
	expect(await phone.everything()).not.toContain(COMMENT);
}

test("signing out with signal erases all that is private, script on or off", async () => {
	const plant = await openPlant();
	const phone = await readyPhone(plant.origin, await makeUser({ ...shift, real_name: NAME }));
	expect(await phone.everything()).toContain(NAME);
	// "Más" runs no script; the account page has woken up.
	await phone.open("/auth/more");
	await signOut(phone);
	await phone.page.waitForURL(/\/home/);
	await expectNothingOf(phone);
	await plant.loseSignal();
	expect(await phone.open("/auth/my-account")).toContain("no está guardada");
});

test("who signs in with a live page has everything on the phone at once", async () => {
	const plant = await openPlant();
	const user = await makeUser({ ...shift, real_name: NAME });
	const phone = await newPhone(plant.origin);
	await phone.open("/auth/login");
	await phone.worker();
	await untilAlive(phone.page);
	await phone.page.locator("input[name=email]").fill(user.email);
	await phone.page.locator("input[name=password]").fill(PASSWORD);
	await phone.page.locator("input[name=password]").press("Enter");
	await phone.page.waitForURL(/my-account/);
	await phone.keeps(ADD, "/auth/more");
	expect(await phone.everything()).toContain(NAME);
});

test("whoever signs in with the form of a session that has ended saves it as theirs", async () => {
	const plant = await openPlant();
	const [user, other] = [await makeUser(shift), await makeUser(shift)];
	const phone = await readyPhone(plant.origin, user);
	await phone.open(ADD);
	await endAllSessions(user.id);
	await typeExtra(phone, COMMENT);
	await phone.page.getByText("Tu sesión se cerró.").waitFor();
	await phone.page.waitForLoadState();
	await phone.page.getByLabel("Correo electrónico").fill(other.email);
	await phone.page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
	await phone.page.getByRole("button", { name: "Ingresar y seguir" }).first().click();
	await phone.page.getByText("Ya ingresaste.").waitFor();
	await phone.page.waitForLoadState();
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.waitForURL("**/auth/work-overtime?open=*");
	expect([await commentsOf(other), await commentsOf(user)]).toEqual([[COMMENT], []]);
});

test("signing out without signal erases too, shows nothing private, and ends the session when the signal is back", async () => {
	const plant = await openPlant();
	const user = await makeUser({ ...shift, real_name: NAME });
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open("/auth/more");
	await signOut(phone);
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	await expectNothingOf(phone);
	expect(await phone.open("/auth/my-account")).toContain("Sesión cerrada");
	await plant.findSignal();
	// Chrome 140 asks for a page while it starts the worker, with the cookie of a session that is about to end.
	const devTools = await phone.page.context().newCDPSession(phone.page);
	await devTools.send("ServiceWorker.enable");
	await devTools.send("ServiceWorker.stopAllWorkers");
	expect(await phone.open("/auth/my-account")).not.toContain(NAME);
	await expectNothingOf(phone);
	const sessions = db.selectFrom("sessions").where("user_id", "=", user.id).select("user_id");
	await eventually(() => sessions.execute()).toEqual([]);
});

test("what waits at sign-out is kept under lock, is not sent for another person, and goes out for its writer", async () => {
	const plant = await openPlant();
	const writer = await makeUser({ ...shift, real_name: NAME });
	const other = await makeUser(shift);
	const phone = await readyPhone(plant.origin, writer);
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-20`);
	await typeExtra(phone, COMMENT);
	await phone.page.waitForURL(/on-this-phone/);
	await phone.open("/auth/more");
	await signOut(phone);
	await phone.page.getByRole("button", { name: "Dejarlas guardadas y cerrar" }).click();
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	await expectNothingOf(phone);

	await plant.findSignal();
	// Nobody signs in before the server knows of the sign-out.
	await eventually(() => phone.open("/home?inicio=1")).not.toContain("Sesión cerrada");
	await phone.signIn(other);
	await phone.open("/auth/my-account");
	await phone.keeps("/auth/more");
	const shown = await phone.open("/on-this-phone");
	expect(shown).toContain("No falta enviar nada.");
	expect(shown).toContain("Lo que dejaste guardado al cerrar la sesión no se ve acá");

	await phone.signIn(writer);
	await phone.open("/auth/my-account");
	await eventually(() => commentsOf(writer)).toEqual([COMMENT]);
	expect(await commentsOf(other)).toEqual([]);
});

test("what waits at sign-out can be discarded, and goes with a deleted account", async () => {
	const plant = await openPlant();
	const user = await makeUser({ ...shift, real_name: NAME });
	const phone = await readyPhone(plant.origin, user);
	await plant.loseSignal();
	await phone.open(`${ADD}?date=2026-11-20`);
	await typeExtra(phone, COMMENT);
	await phone.page.waitForURL(/on-this-phone/);
	await phone.open("/auth/more");
	await signOut(phone);
	await phone.page.getByRole("button", { name: "Borrarlas y cerrar" }).click();
	await phone.page.getByRole("heading", { name: "Sesión cerrada" }).waitFor();
	expect(await phone.waiting()).toBe(0);
	await plant.findSignal();
	// Nobody signs in before the server knows of the sign-out.
	await eventually(() => phone.open("/auth/my-account")).not.toContain("Sesión cerrada");

	const leaving = await makeUser({ ...shift, real_name: NAME });
	await phone.signIn(leaving);
	await phone.open("/auth/my-account");
	await phone.keeps(ADD, "/auth/more");
	await plant.loseSignal();
	// Refused, so that it stays until the account goes.
	await phone.open(`${ADD}?date=2031-01-01`);
	await phone.page.locator("label", { hasText: /^N/ }).click();
	await phone.page.locator("label", { hasText: "8 h" }).click();
	await phone.page.getByRole("button", { name: "Guardar" }).click();
	await phone.page.waitForURL(/kept/);
	await plant.findSignal();
	await phone.open("/auth/delete-account");
	await phone.page.locator("input[type=password]").fill(PASSWORD);
	await phone.page.locator("input[name=confirmation]").fill("ELIMINAR");
	await phone.page.locator("main form button[type=submit]").last().click();
	await phone.page.getByRole("heading", { name: "Hasta luego" }).waitFor();
	await eventually(() => phone.waiting()).toBe(0);
	await expectNothingOf(phone);
});

test("the server takes a form of the outbox only from its writer's session, and none older than a deletion", async () => {
	const plant = await openPlant();
	const [writer, other] = [await makeUser(shift), await makeUser(shift)];
	const idFile = "77777777-7777-4777-8777-777777777777";
	const cookie = (await signedIn(writer)).Cookie;
	const person = String(
		(await send(plant.origin, "/auth/more", { headers: { Cookie: cookie } })).headers["relevo-person"],
	);
	const post = (Cookie: string, fields: Record<string, string>, path = ADD, age = "0") =>
		send(plant.origin, path, {
			method: "POST",
			headers: {
				Cookie,
				...sameOrigin,
				...urlencoded,
				...(age && { "Relevo-Person": person, "Relevo-Age": age }),
			},
			body: new URLSearchParams(fields).toString(),
		});
	const extra = { idFile, date: "2026-11-20", shift: "N", hour: "8" };
	expect((await post((await signedIn(other)).Cookie, extra)).status).toBe(401);
	expect((await post("", extra)).status).toBe(401);
	const first = await post(cookie, extra);
	expect([first.status, first.headers["relevo-next"]]).toEqual([
		204,
		expect.stringContaining("/auth/work-overtime"),
	]);
	expect((await post(cookie, extra)).status).toBe(204);
	expect(await commentsOf(writer)).toHaveLength(1);

	expect((await post(cookie, { intent: "delete", idFile }, "/auth/work-overtime", "")).status).toBe(303);
	const late = await post(cookie, extra, ADD, "60000");
	expect(late.status).toBe(409);
	expect(late.text).toContain("lo eliminaste");
	expect(await commentsOf(writer)).toEqual([]);
	// Sent again by hand, knowing of the deletion.
	expect((await post(cookie, extra)).status).toBe(204);
	expect(await commentsOf(writer)).toHaveLength(1);
	expect(await commentsOf(other)).toEqual([]);
});
