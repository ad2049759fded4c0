import { createElement } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { issueMailCode } from "~/features/auth/links-and-codes.server";
import { passwordQueue, verifyPassword } from "~/features/auth/passwords/password-hash.server";
import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { ProfileForm } from "~/features/profile/form/profile-form";
import { profileSchema } from "~/features/profile/form/profile-schemas";
import { updateSwitch } from "~/features/profile/profiles.server";
import { db } from "~/lib/database/db.server";
import { cookieName } from "~/lib/http/cookies.server";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { QueueFullError } from "~/lib/semaphore.server";
import { action, loader } from "~/routes/auth.my-account_.edit-profile";
import { formOf, makeUser, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const PATH = "/auth/my-account/edit-profile";
const valid = { intent: "profile", realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" };

beforeEach(() => db.deleteFrom("attempts").execute());

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
	return responseOf(() => action(argsFor(PATH, {}, formOf(fields, headers))));
}

function rowOf({ id }: { id: string }) {
	return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

function userOf(headers: { Cookie: string }) {
	return findSessionUser(new Request("http://localhost:3000/", { headers }));
}

describe("access", () => {
	test("redirects a visitor without a session to the login, which later redirects back", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(PATH)}`;
		expect(await responseOf(() => loader(argsFor(`${PATH}?elegir=diagrama`)))).toRedirectTo(
			`/auth/login?redirectTo=${encodeURIComponent(`${PATH}?elegir=diagrama`)}`,
		);
		for (const intent of ["password", "sessions", "photo"]) {
			expect(await send({ ...valid, intent })).toRedirectTo(login);
		}
		expect((await send({ ...valid, intent: "profile" })).status).toBe(401);
	});

	test("returns to the page that asked for the profile, if it is a page of this site", async () => {
		const { headers } = await signedInUser();
		const back = "/auth/work-overtime/add-work-overtime?date=2026-11-20&comment=a+%26+b";
		const sentFrom = (target: string) => `${PATH}?redirectTo=${encodeURIComponent(target)}`;
		const saveOn = (path: string) => responseOf(() => action(argsFor(path, {}, formOf(valid, headers))));
		expect((await loader(argsFor(sentFrom(back), {}, { headers }))).redirectTo).toBe(back);
		expect(await saveOn(sentFrom(back))).toRedirectTo(back);
		for (const target of ["https://otro.example/", "//otro.example", "/auth/logout"]) {
			expect(await saveOn(sentFrom(target))).toRedirectTo("/auth/my-account");
		}
	});

	test("refuses a form after a change in another tab with 409, shows both versions, and saves the form sent again", async () => {
		const { user, headers } = await signedInUser();
		const { profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		// Pressed twice, the first one is saved all the same.
		for (let press = 0; press < 2; press++)
			expect(await send({ ...valid, realName: "De la primera", version }, headers)).toRedirectTo(
				"/auth/my-account",
			);
		const late = { ...valid, realName: "De la segunda", version };
		const response = await send(late, headers);
		expect(response.status).toBe(409);
		const { result, saved, version: present } = await response.json();
		expect(result.initialValue).toMatchObject({ realName: "De la segunda" });
		expect(saved).toMatchObject({ realName: "De la primera" });
		expect(await rowOf(user)).toMatchObject({ real_name: "De la primera" });
		expect(await send({ ...late, version: present }, headers)).toRedirectTo("/auth/my-account");
		expect(await rowOf(user)).toMatchObject({ real_name: "De la segunda" });
		// The setting `auto_diagram` belongs to another page and does not change the profile's version.
		await updateSwitch(user.id, "autoDiagram", true);
		const { profileVersion } = await loader(argsFor(PATH, {}, { headers }));
		await updateSwitch(user.id, "autoDiagram", false);
		expect(await send({ ...valid, version: profileVersion }, headers)).toRedirectTo("/auth/my-account");
	});

	test("refuses a form that arrives after a later sending of the same form, also one back to the stored values", async () => {
		const { user, headers } = await signedInUser();
		await send(valid, headers);
		const { profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		expect(await send({ ...valid, version, sending: "1000.2" }, headers)).toRedirectTo("/auth/my-account");
		const late = { ...valid, realName: "De la primera", version, sending: "1000.1" };
		expect((await send(late, headers)).status).toBe(409);
		expect(await rowOf(user)).toMatchObject({ real_name: valid.realName });
	});

	test("erases no position that another phone has found since, unless it is sent again", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "A" });
		const { profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		const found = { crew: "A", cycle_start: "2026-11-02" };
		await db.updateTable("users").set(found).where("id", "=", user.id).execute();
		const refused = await send({ ...valid, version }, headers);
		expect([refused.status, await rowOf(user)]).toMatchObject([409, found]);
		// What leaves it as it is, is saved.
		expect(await send({ ...valid, crew: "A", version }, headers)).toRedirectTo("/auth/my-account");
		expect(await rowOf(user)).toMatchObject({ ...found, real_name: valid.realName });
		const { profileVersion } = await loader(argsFor(PATH, {}, { headers }));
		expect(await send({ ...valid, version: profileVersion }, headers)).toRedirectTo("/auth/my-account");
		expect(await rowOf(user)).toMatchObject({ crew: "B", cycle_start: null });
	});

	test("with the own cycle as another tab has changed it since says so, and keeps it as it is now", async () => {
		const [old, now] = ["propio-2M2F-M06001400", "propio-2T2F-T14002200"];
		const own = { diagram: null, own_cycle: old, cycle_start: "2026-11-02" };
		const { user, headers } = await signedInUser(own);
		const { profile, profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		await db.updateTable("users").set({ own_cycle: now }).where("id", "=", user.id).execute();
		const late = { ...valid, crew: "", diagram: old, version };
		const refused = await send(late, headers);
		expect(refused.status).toBe(409);
		const answer = await refused.json();
		for (const shown of [profile, { ...profile, diagram: now }]) {
			const html = await htmlOf(
				createElement(ProfileForm, { shown, hasOwnName: true, diagrams: [], ...answer }),
			);
			expect(html).toContain("<dt>Diagrama</dt><dd>Tu ciclo</dd>");
			expect(html).toContain(`<option value="${old}" selected="">Tu ciclo</option>`);
			expect(html).not.toContain(`<option value="${now}"`);
		}
		expect(await send({ ...late, version: answer.version }, headers)).toRedirectTo("/auth/my-account");
		expect(await rowOf(user)).toMatchObject({ ...own, own_cycle: now, real_name: valid.realName });
	});

	test("with an own cycle that another tab has replaced says so, and is saved once a diagram is chosen", async () => {
		const own = { diagram: null, own_cycle: "propio-2M2F-M06001400", cycle_start: "2026-11-02" };
		const { user, headers } = await signedInUser(own);
		const { profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		const now = { diagram: "4turnos_7dias", own_cycle: null, crew: "C", cycle_start: null };
		await db.updateTable("users").set(now).where("id", "=", user.id).execute();
		const refused = await send({ ...valid, crew: "", diagram: own.own_cycle, version }, headers);
		expect(refused.status).toBe(409);
		const answer = await refused.json();
		expect(answer.saved).toMatchObject({ diagram: "4turnos_7dias", crew: "C" });
		expect(answer.result.error.diagram[0]).toMatch(/^Ese ciclo ya no lo tenés/);
		expect(await send({ ...valid, version: answer.version }, headers)).toRedirectTo("/auth/my-account");
	});

	test("names each choice that another tab has saved as the form does, not by its value", async () => {
		const diagrams = [{ id: "4turnos_7dias", label: "4 turnos, 7 días" }];
		const htmlWith = (saved?: Record<string, string>) =>
			htmlOf(createElement(ProfileForm, { shown: {}, saved, hasOwnName: true, diagrams }));
		const selects = Array.from(
			(await htmlWith()).matchAll(
				/<label[^>]*>([^<]+)<\/label>(?:(?!<label).)*?<select[^>]* name="(\w+)".*?<\/select>/gs,
			),
		);
		expect(selects.map(([, , field]) => field)).toEqual(expect.arrayContaining(["diagram", "crew"]));
		for (const [html, label, field = ""] of selects)
			for (const [, value = "", name] of html.matchAll(/<option value="([^"]+)"[^>]*>([^<]+)/g))
				expect(await htmlWith({ [field]: value })).toContain(`<dt>${label}</dt><dd>${name}</dd>`);
		const own = "propio-2M2F-M06001800";
		expect(await htmlWith({ diagram: own })).toContain("<dt>Diagrama</dt><dd>Tu ciclo</dd>");
	});

	test("shows a refused form with a provider's name, which is not sent, and does not call it changed", async () => {
		const { headers } = await signedInUser({ provider_auth: "GOOGLE", real_name: "Nombre de Google" });
		const { profile, profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		const { realName: _name, ...fields } = { ...valid, version };
		await send({ ...fields, web: "https://otra.example/" }, headers);
		for (const [change, status] of [
			[{ web: "x y" }, 400],
			[{}, 409],
			[{ resume: "google" }, 200],
		] as const) {
			const response = await send({ ...fields, ...change }, headers);
			expect(response.status).toBe(status);
			const answer = await response.json();
			const html = await htmlOf(
				createElement(ProfileForm, { shown: profile, hasOwnName: false, diagrams: [], ...answer }),
			);
			expect(html).toMatch(/<input[^>]*name="realName"[^>]* value="Nombre de Google"/);
			expect(html).not.toContain("<dt>Nombre y apellido");
		}
	});

	test("shows a form that another person has left open, and saves it when it is pressed again", async () => {
		const { user, headers } = await signedInUser();
		const before = await rowOf(user);
		const shown = await send({ ...valid, person: "another" }, headers);
		const { result, person } = await shown.json();
		expect(result).toMatchObject({ initialValue: valid, error: { "": [OTHERS] } });
		expect([shown.status, await rowOf(user)]).toEqual([200, before]);
		expect((await send({ ...valid, person }, headers)).status).toBe(303);
		expect(await userOf(headers)).toMatchObject({ realName: valid.realName, crew: "B" });
	});

	test("keeps the version of a refused form, so that it does not overwrite a change in another tab", async () => {
		const { user, headers } = await signedInUser();
		const { profileVersion: version } = await loader(argsFor(PATH, {}, { headers }));
		await send({ ...valid, realName: "De la primera", version }, headers);
		for (const wrong of [{ realName: "Ana" }, { diagram: "ninguno" }, { diagram: "3turnos", crew: "E" }]) {
			const response = await send({ ...valid, ...wrong, version }, headers);
			expect(response.status).toBe(400);
			expect(await response.json()).toMatchObject({ version });
		}
		expect((await send({ ...valid, realName: "De la segunda", version }, headers)).status).toBe(409);
		expect(await rowOf(user)).toMatchObject({ real_name: "De la primera" });
	});

	test("shows the user's own profile and the diagrams to choose from", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández", crew: "C" });
		const data = await loader(argsFor(`${PATH}?elegir=diagrama`, {}, { headers: await signedIn(user) }));
		expect(data).toMatchObject({
			profile: { realName: "Ramona Fernández", crew: "C" },
			asksForDiagram: true,
		});
		expect(data.diagrams.map(({ id }) => id).toSorted()).toEqual(diagramNames.map(({ id }) => id).toSorted());
	});

	test("keeps the typed values of a refused form, and saves nothing", async () => {
		const user = await makeUser();
		const before = await rowOf(user);
		const response = await send({ ...valid, realName: "Ana", web: "mi página" }, await signedIn(user));
		expect(response.status).toBe(400);
		const { result } = await response.json();
		expect(result.initialValue).toEqual({ ...valid, realName: "Ana", web: "mi página" });
		expect(result.error).toEqual({
			realName: ["El nombre es requerido. Escribí nombre y apellido: 6 letras o más."],
			web: [expect.stringContaining("https://mipagina.com.ar")],
		});
		expect(await rowOf(user)).toEqual(before);
	});

	test.each(["", "photo", "delete", "reminders", "__proto__"])(
		"the unknown button %j: 400",
		async (intent) => {
			const user = await makeUser();
			expect((await send({ ...valid, intent }, await signedIn(user))).status).toBe(400);
		},
	);
});

describe("saving the profile", () => {
	test("stores every field, says 'Guardado' and redirects to the account", async () => {
		const user = await makeUser();
		const social = {
			twitter: "@ramona",
			instagram: "instagram.com/ramona",
			facebook: "",
			web: "https://ejemplo.ar/yo",
		};
		const response = await send(
			{ ...valid, realName: "  Ramona Fernández ", ...social },
			await signedIn(user),
		);
		expect(response).toRedirectTo("/auth/my-account");
		expect(await toastOf(response)).toEqual({
			title: "Guardado",
			text: "Tu perfil de usuario se guardo con éxito!",
		});
		expect(await rowOf(user)).toMatchObject({
			real_name: "Ramona Fernández",
			diagram: "4turnos_7dias",
			crew: "B",
			twitter: "ramona",
			instagram: "https://instagram.com/ramona",
			facebook: null,
			web: "https://ejemplo.ar/yo",
		});
	});

	test("removes emptied fields", async () => {
		const user = await makeUser({
			diagram: "3turnos",
			crew: "A",
			twitter: "ramona",
			web: "https://ejemplo.ar/",
		});
		await send({ ...valid, crew: "", twitter: "", web: "" }, await signedIn(user));
		expect(await rowOf(user)).toMatchObject({ crew: null, twitter: null, web: null });
	});

	test.each([
		["missing", ""],
		["only blanks", "            "],
		["what every new account is called", "SIN NOMBRE"],
		["the same in lower case", " sin nombre "],
	])("refuses a name that is %s: 'El nombre es requerido.'", async (_name, realName) => {
		const user = await makeUser();
		const response = await send({ ...valid, realName }, await signedIn(user));
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({ realName: ["El nombre es requerido."] });
	});

	test("refuses a name of five characters with the same text and the reason", async () => {
		const response = await send({ ...valid, realName: "Ramon" }, await signedIn(await makeUser()));
		const problem = "El nombre es requerido. Escribí nombre y apellido: 6 letras o más.";
		expect(await errorsOf(response)).toEqual({ realName: [problem] });
	});

	test("refuses a name of more than 120 characters", async () => {
		const headers = await signedIn(await makeUser());
		expect(await send({ ...valid, realName: "ñ".repeat(120) }, headers)).toRedirectTo("/auth/my-account");
		for (const length of [121, 5001, 9000]) {
			const typed = { ...valid, realName: "ñ".repeat(length) };
			const { result } = await (await send(typed, headers)).json();
			expect(result.error).toEqual({ realName: ["El nombre puede tener hasta 120 caracteres."] });
			expect(result.initialValue).toEqual(typed);
		}
	});

	test("shows a too long address again beside its error", async () => {
		const typed = { ...valid, web: `https://ejemplo.ar/${"a".repeat(6000)}` };
		const { result } = await (await send(typed, await signedIn(await makeUser()))).json();
		expect(result.error).toEqual({ web: ["La dirección puede tener hasta 200 caracteres."] });
		expect(result.initialValue).toEqual(typed);
	});

	test.each(["GOOGLE", "FACEBOOK"] as const)(
		"an account of %s keeps its name, while the other fields change",
		async (provider) => {
			const { user, headers } = await signedInUser({
				provider_auth: provider,
				password_hash: null,
				real_name: "Ana",
			});
			expect(await send({ ...valid, realName: "Otra Persona" }, headers)).toRedirectTo("/auth/my-account");
			expect(await rowOf(user)).toMatchObject({ real_name: "Ana", diagram: "4turnos_7dias" });
			const { realName: _, ...withoutName } = valid;
			expect(await send(withoutName, headers)).toRedirectTo("/auth/my-account");
		},
	);
});

describe("diagram and crew", () => {
	test.each([
		["", "Elegí tu diagrama."],
		["6turnos", "Elegí un diagrama de la lista."],
		["__proto__", "Elegí un diagrama de la lista."],
		["3turnos' OR 1=1", "Elegí un diagrama de la lista."],
	])("refuses the diagram %j", async (diagram, problem) => {
		const response = await send({ ...valid, diagram }, await signedIn(await makeUser()));
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({ diagram: [problem] });
	});

	test("reads 2_turnos as 2turnos", async () => {
		const user = await makeUser();
		await send({ ...valid, diagram: "2_turnos", crew: "" }, await signedIn(user));
		expect(await rowOf(user)).toMatchObject({ diagram: "2turnos" });
	});

	test("refuses a crew that the diagram does not have", async () => {
		const diagrams = await db.selectFrom("diagramas").select(["id", "crews"]).execute();
		expect(diagrams.length).toBe(11);
		const headers = await signedIn(await makeUser());
		for (const { id, crews } of diagrams) {
			for (const [index, crew] of ["A", "B", "C", "D", "E"].entries()) {
				const response = await send({ ...valid, diagram: id, crew }, headers);
				if (index < crews) expect(response, `${id} ${crew}`).toRedirectTo("/auth/my-account");
				else
					expect(await errorsOf(response), `${id} ${crew}`).toEqual({
						crew: [expect.stringMatching(/^Ese diagrama tiene/)],
					});
			}
		}
	});

	test.each(["F", "a", "AB", "Ñ"])("refuses the unknown crew %s", async (crew) => {
		const response = await send({ ...valid, crew }, await signedIn(await makeUser()));
		expect(await errorsOf(response)).toEqual({ crew: ["Elegí una escuadra de la lista."] });
	});

	test("refuses a diagram whose row the operator has removed", async () => {
		const row = await db
			.selectFrom("diagramas")
			.selectAll()
			.where("id", "=", "3turnos")
			.executeTakeFirstOrThrow();
		await db.deleteFrom("diagramas").where("id", "=", "3turnos").execute();
		const response = await send({ ...valid, diagram: "3turnos" }, await signedIn(await makeUser()));
		await db.insertInto("diagramas").values(row).execute();
		expect(await errorsOf(response)).toEqual({ diagram: ["Ese diagrama todavía no está cargado."] });
	});
});

test("a posted form changes only the columns of its own fields", async () => {
	const user = await makeUser({ real_name: "Ramona Fernández" });
	const other = await makeUser();
	const before = await rowOf(user);
	const columns = Object.fromEntries(Object.keys(before).map((name) => [name, "1"]));
	const entity = {
		userId: other.id,
		emailVerified: "true",
		providerAuth: "GOOGLE",
		photoUrl: "x",
		autoDiagram: "true",
	};
	const hostile = {
		...columns,
		...entity,
		id: other.id,
		user_id: other.id,
		email: "a@b.example",
		role: "admin",
	};
	const foreign = Object.entries(hostile).filter(([name]) => !(name in profileSchema.shape));
	// Sends ten fields at a time, because a form may have at most 60 fields.
	for (let start = 0; start < foreign.length; start += 10) {
		const portion = Object.fromEntries(foreign.slice(start, start + 10));
		expect(await send({ ...portion, ...valid }, await signedIn(user))).toRedirectTo("/auth/my-account");
	}
	const { diagram, crew, updated_at } = await rowOf(user);
	expect(await rowOf(user)).toEqual({ ...before, diagram, crew, updated_at });
	expect(await rowOf(other)).toEqual(other);
});

describe("changing the password", () => {
	const fields = {
		intent: "password",
		currentPassword: PASSWORD,
		password: "otra frase larga",
		confirmPassword: "otra frase larga",
	};

	test("ends every other session, gives this browser a new one and mails the user", async () => {
		const user = await makeUser();
		const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
		const other = await signedIn(await makeUser());
		await issueMailCode({ purpose: "verify", userId: user.id });
		const response = await send(fields, here);
		expect(response).toRedirectTo(`${PATH}?view=account#contrasena`);
		// A browser that sends the form twice drops this answer, with its session, and shows the second one.
		expect((await toastOf(await send(fields, here)))?.text).toMatch(/puede estar hecho/);
		expect(await userOf(here)).toBeUndefined();
		expect(await userOf(elsewhere)).toBeUndefined();
		expect(await userOf(other)).toBeDefined();
		const cookie =
			response.headers.getSetCookie().find((text) => text.startsWith(`${cookieName("session")}=`)) ?? "";
		expect((await userOf({ Cookie: cookie.split(";")[0] ?? "" }))?.id).toBe(user.id);
		const { password_hash } = await db
			.selectFrom("users")
			.select("password_hash")
			.where("id", "=", user.id)
			.executeTakeFirstOrThrow();
		expect(await verifyPassword(password_hash, fields.password)).toBe(true);
		const mail = await db.selectFrom("outbox").select("kind").where("user_id", "=", user.id).execute();
		expect(mail).toEqual([{ kind: "password-changed" }]);
		const codes = await db
			.selectFrom("mail_codes")
			.select("purpose")
			.where("user_id", "=", user.id)
			.execute();
		expect(codes).toEqual([]);
	});

	test("forgets all known devices except this browser", async () => {
		const user = await makeUser();
		const elsewhere =
			(await rememberDevice(new Request("http://localhost:3000/"), user.id)).split(";")[0] ?? "";
		const isKnown = async (Cookie: string) =>
			(await findDevice(new Request("http://localhost:3000/", { headers: { Cookie } }), user.email)) !==
			undefined;
		expect(await isKnown(elsewhere)).toBe(true);
		const response = await send(fields, await signedIn(user));
		expect(await isKnown(elsewhere)).toBe(false);
		const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
		expect(await isKnown(device?.split(";")[0] ?? "")).toBe(true);
	});

	test.each([
		[
			"empty fields",
			{ currentPassword: "", password: "", confirmPassword: "" },
			{
				currentPassword: ["Contraseña requerida."],
				password: ["Contraseña requerida."],
				confirmPassword: ["Confirmar Contraseña debe tener al menos 6 caracteres."],
			},
		],
		[
			"a password that is too short",
			{ password: "corta", confirmPassword: "corta" },
			{
				password: ["Contraseña debe tener al menos 6 caracteres."],
				confirmPassword: ["Confirmar Contraseña debe tener al menos 6 caracteres."],
			},
		],
		[
			"two different passwords",
			{ confirmPassword: "otra frase larga." },
			{ confirmPassword: ["Contraseña deben ser iguales."] },
		],
		[
			"a common password",
			{ password: "password", confirmPassword: "password" },
			{ password: ["Esa contraseña es de las más usadas: elegí otra."] },
		],
		[
			"a wrong current password",
			{ currentPassword: "no es esta" },
			{ currentPassword: ["Esa no es tu contraseña actual."] },
		],
	])(
		"%s: 400 with the error beside the field, no password in the response, nothing changed",
		async (_name, changes, errors) => {
			const { user, headers } = await signedInUser();
			const response = await send({ ...fields, ...changes }, headers);
			expect(response.status).toBe(400);
			const text = await response.text();
			expect(JSON.parse(text).result.error).toEqual(errors);
			for (const secret of [PASSWORD, fields.password, "no es esta"]) expect(text).not.toContain(secret);
			expect(await rowOf(user)).toEqual(user);
			expect((await userOf(headers))?.id).toBe(user.id);
		},
	);

	test("refuses the user's own name", async () => {
		const user = await makeUser({ username: "soldador de turno" });
		const response = await send(
			{ ...fields, password: "Soldador de turno", confirmPassword: "Soldador de turno" },
			await signedIn(user),
		);
		expect(await errorsOf(response)).toEqual({
			password: [expect.stringContaining("no puede ser tu nombre")],
		});
	});

	test("limits wrong current passwords as the login does; right ones do not count", async () => {
		const { user, headers } = await signedInUser();
		const wrong = { ...fields, currentPassword: "no es esta" };
		for (let n = 0; n < 5; n++) expect((await send(wrong, headers)).status).toBe(400);
		const response = await send(fields, headers);
		expect(response.status).toBe(429);
		expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(await rowOf(user)).toEqual(user);
	});

	test("waits for its turn twice: a queue that is full at the second changes nothing", async () => {
		const { user, headers } = await signedInUser();
		const run = passwordQueue.run.bind(passwordQueue);
		vi.spyOn(passwordQueue, "run").mockImplementationOnce(run).mockRejectedValueOnce(new QueueFullError());
		const response = await send(fields, headers);
		expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
		expect(await rowOf(user)).toEqual(user);
	});

	test("is refused for an account without a password", async () => {
		const user = await makeUser({ provider_auth: "GOOGLE", password_hash: null });
		const response = await send(fields, await signedIn(user));
		expect(await errorsOf(response)).toEqual({ currentPassword: ["Esa no es tu contraseña actual."] });
		expect(await rowOf(user)).toEqual(user);
	});
});

test("'Cerrar sesión en todos los equipos' ends all sessions of the user, this one included, and none of other users", async () => {
	const user = await makeUser();
	const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
	const other = await signedIn(await makeUser());
	const response = await send({ intent: "sessions" }, here);
	expect(response).toRedirectTo("/auth/login");
	expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^session=; Max-Age=0/));
	expect(await toastOf(response)).toMatchObject({ kind: "info" });
	expect((await toastOf(await send({ intent: "sessions" }, here)))?.text).toMatch(/puede estar hecho/);
	expect([await userOf(here), await userOf(elsewhere)]).toEqual([undefined, undefined]);
	expect(await userOf(other)).toBeDefined();
});
