import { beforeEach, describe, expect, test } from "vitest";
import { verifyPassword } from "~/features/auth/passwords/password-hash.server";
import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { diagramNames } from "~/features/diagrams/diagram-ids";
import { findProfile, updateAutoDiagram } from "~/features/profile/profiles.server";
import { db, sqlite } from "~/lib/database/db.server";
import { explained } from "~/lib/explained";
import { sessionCookieName } from "~/lib/http/cookies.server";
import { action, loader } from "~/routes/auth.my-account_.edit-profile";
import { formOf, makeUser, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const PATH = "/auth/my-account/edit-profile";
const right = { intent: "profile", realName: "Ramona Fernández", diagram: "4turnos_7dias", crew: "B" };

beforeEach(() => db.deleteFrom("attempts").execute());

function send(fields: Record<string, string>, headers: Record<string, string> = {}) {
	return responseOf(() => action(argsFor(PATH, {}, formOf(fields, headers))));
}

function rowOf({ id }: { id: string }) {
	return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function errorsOf(answer: Response): Promise<Record<string, string[]>> {
	return (await answer.json()).result.error;
}

function userOf(headers: { Cookie: string }) {
	return findSessionUser(new Request("http://localhost:3000/", { headers }));
}

describe("who may use it", () => {
	test("a stranger goes to the login and comes back, whatever is sent", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(PATH)}`;
		expect(await responseOf(() => loader(argsFor(`${PATH}?elegir=diagrama`)))).toRedirectTo(
			`/auth/login?redirectTo=${encodeURIComponent(`${PATH}?elegir=diagrama`)}`,
		);
		for (const intent of ["password", "sessions", "photo", "reminders"]) {
			expect(await send({ ...right, intent })).toRedirectTo(login);
		}
		expect((await send({ ...right, intent: "profile" })).status).toBe(401);
	});

	test("what was saved in another tab since is not overwritten: both are shown, and the next press decides", async () => {
		const { user, headers } = await signedInUser();
		const { profileVersion: version } = await (await loader(argsFor(PATH, {}, { headers }))).json();
		expect(await send({ ...right, realName: "De la primera", version }, headers)).toRedirectTo(
			"/auth/my-account",
		);
		const late = { ...right, realName: "De la segunda", version };
		const answer = await send(late, headers);
		expect(answer.status).toBe(409);
		const { result, saved, version: present } = await answer.json();
		expect(result.initialValue).toMatchObject({ realName: "De la segunda" });
		expect(saved).toMatchObject({ realName: "De la primera" });
		expect(await rowOf(user)).toMatchObject({ real_name: "De la primera" });
		expect(await send({ ...late, version: present }, headers)).toRedirectTo("/auth/my-account");
		expect(await rowOf(user)).toMatchObject({ real_name: "De la segunda" });
		// A switch on another page is no other profile.
		await updateAutoDiagram(user.id, true);
		const { profileVersion } = await (await loader(argsFor(PATH, {}, { headers }))).json();
		await updateAutoDiagram(user.id, false);
		expect(await send({ ...right, version: profileVersion }, headers)).toRedirectTo("/auth/my-account");
	});

	test("I see mine, with the diagrams to choose from", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández", crew: "C" });
		const answer = await loader(argsFor(`${PATH}?elegir=diagrama`, {}, { headers: await signedIn(user) }));
		const data = await answer.json();
		expect(data).toMatchObject({
			profile: { realName: "Ramona Fernández", crew: "C" },
			asksForDiagram: true,
		});
		expect(data.diagrams.map(({ id }) => id).toSorted()).toEqual(diagramNames.map(({ id }) => id).toSorted());
	});

	test("what I typed is kept when something is wrong, and nothing is saved", async () => {
		const user = await makeUser();
		const before = await rowOf(user);
		const answer = await send({ ...right, realName: "Ana", web: "mi página" }, await signedIn(user));
		expect(answer.status).toBe(400);
		const { result } = await answer.json();
		expect(result.initialValue).toEqual({ ...right, realName: "Ana", web: "mi página" });
		expect(result.error).toEqual({
			realName: [explained.realNameShort],
			web: [expect.stringContaining("https://mipagina.com.ar")],
		});
		expect(await rowOf(user)).toEqual(before);
	});

	test.each(["", "photo", "delete", "reminders", "__proto__"])(
		"the button %j is none of the page: 400",
		async (intent) => {
			const user = await makeUser();
			expect((await send({ ...right, intent }, await signedIn(user))).status).toBe(400);
		},
	);
});

describe("saving the profile", () => {
	test("keeps every field, says 'Guardado' and goes to the account", async () => {
		const user = await makeUser();
		const social = {
			twitter: "@ramona",
			instagram: "instagram.com/ramona",
			facebook: "",
			web: "https://ejemplo.ar/yo",
		};
		const answer = await send({ ...right, realName: "  Ramona Fernández ", ...social }, await signedIn(user));
		expect(answer).toRedirectTo("/auth/my-account");
		expect(await toastOf(answer)).toEqual({
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

	test("what is emptied is gone", async () => {
		const user = await makeUser({
			diagram: "3turnos",
			crew: "A",
			twitter: "ramona",
			web: "https://ejemplo.ar/",
		});
		await send({ ...right, crew: "", twitter: "", web: "" }, await signedIn(user));
		expect(await rowOf(user)).toMatchObject({ crew: null, twitter: null, web: null });
	});

	test.each([
		["missing", ""],
		["only blanks", "            "],
		["what every new account is called", "SIN NOMBRE"],
		["the same in small letters", " sin nombre "],
	])("a name that is %s: 'El nombre es requerido.'", async (_name, realName) => {
		const user = await makeUser();
		const answer = await send({ ...right, realName }, await signedIn(user));
		expect(answer.status).toBe(400);
		expect(await errorsOf(answer)).toEqual({ realName: ["El nombre es requerido."] });
	});

	test("a name of five characters: the same text, and what is wrong with it", async () => {
		const answer = await send({ ...right, realName: "Ramon" }, await signedIn(await makeUser()));
		const problem = "El nombre es requerido. Escribí nombre y apellido: 6 letras o más.";
		expect(await errorsOf(answer)).toEqual({ realName: [problem] });
	});

	test("a name has at most 120 characters", async () => {
		const headers = await signedIn(await makeUser());
		expect(await send({ ...right, realName: "ñ".repeat(120) }, headers)).toRedirectTo("/auth/my-account");
		for (const length of [121, 5001, 9000]) {
			const typed = { ...right, realName: "ñ".repeat(length) };
			const { result } = await (await send(typed, headers)).json();
			expect(result.error).toEqual({ realName: ["El nombre puede tener hasta 120 caracteres."] });
			expect(result.initialValue).toEqual(typed);
		}
	});

	test("an address of thousands of letters comes back beside its own words", async () => {
		const typed = { ...right, web: `https://ejemplo.ar/${"a".repeat(6000)}` };
		const { result } = await (await send(typed, await signedIn(await makeUser()))).json();
		expect(result.error).toEqual({ web: ["La dirección puede tener hasta 200 caracteres."] });
		expect(result.initialValue).toEqual(typed);
	});

	test.each(["GOOGLE", "FACEBOOK"] as const)(
		"the name of %s is not changed here, the rest is",
		async (provider) => {
			const { user, headers } = await signedInUser({
				provider_auth: provider,
				password_hash: null,
				real_name: "Ana",
			});
			expect(await send({ ...right, realName: "Otra Persona" }, headers)).toRedirectTo("/auth/my-account");
			expect(await rowOf(user)).toMatchObject({ real_name: "Ana", diagram: "4turnos_7dias" });
			const { realName: _, ...withoutName } = right;
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
	])("the diagram %j is refused", async (diagram, problem) => {
		const answer = await send({ ...right, diagram }, await signedIn(await makeUser()));
		expect(answer.status).toBe(400);
		expect(await errorsOf(answer)).toEqual({ diagram: [problem] });
	});

	test("2_turnos is read as 2turnos", async () => {
		const user = await makeUser();
		await send({ ...right, diagram: "2_turnos", crew: "" }, await signedIn(user));
		expect(await rowOf(user)).toMatchObject({ diagram: "2turnos" });
	});

	test("a crew must be one of that diagram", async () => {
		const diagrams = await db.selectFrom("diagramas").select(["id", "crews"]).execute();
		expect(diagrams.length).toBe(11);
		const headers = await signedIn(await makeUser());
		for (const { id, crews } of diagrams) {
			for (const [index, crew] of ["A", "B", "C", "D", "E"].entries()) {
				const answer = await send({ ...right, diagram: id, crew }, headers);
				if (index < crews) expect(answer, `${id} ${crew}`).toRedirectTo("/auth/my-account");
				else
					expect(await errorsOf(answer), `${id} ${crew}`).toEqual({
						crew: [expect.stringMatching(/^Ese diagrama tiene/)],
					});
			}
		}
	});

	test.each(["F", "a", "AB", "Ñ"])("there is no crew %s", async (crew) => {
		const answer = await send({ ...right, crew }, await signedIn(await makeUser()));
		expect(await errorsOf(answer)).toEqual({ crew: ["Elegí una escuadra de la lista."] });
	});

	test("a diagram whose row the operator has removed cannot be chosen", async () => {
		const row = await db
			.selectFrom("diagramas")
			.selectAll()
			.where("id", "=", "3turnos")
			.executeTakeFirstOrThrow();
		await db.deleteFrom("diagramas").where("id", "=", "3turnos").execute();
		const answer = await send({ ...right, diagram: "3turnos" }, await signedIn(await makeUser()));
		await db.insertInto("diagramas").values(row).execute();
		expect(await errorsOf(answer)).toEqual({ diagram: ["Ese diagrama todavía no está cargado."] });
	});
});

test("no posted column changes but those of the form", async () => {
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
	const answer = await send(
		{ ...hostile, twitter: "", instagram: "", facebook: "", web: "", ...right },
		await signedIn(user),
	);
	expect(answer).toRedirectTo("/auth/my-account");
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

	test("ends every other session, gives this browser a new one, tells by mail", async () => {
		const user = await makeUser();
		const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
		const other = await signedIn(await makeUser());
		const answer = await send(fields, here);
		expect(answer).toRedirectTo(`${PATH}#contrasena`);
		expect(await userOf(here)).toBeUndefined();
		expect(await userOf(elsewhere)).toBeUndefined();
		expect(await userOf(other)).toBeDefined();
		const cookie =
			answer.headers.getSetCookie().find((text) => text.startsWith(`${sessionCookieName}=`)) ?? "";
		expect((await userOf({ Cookie: cookie.split(";")[0] ?? "" }))?.id).toBe(user.id);
		const { password_hash } = await db
			.selectFrom("users")
			.select("password_hash")
			.where("id", "=", user.id)
			.executeTakeFirstOrThrow();
		expect(await verifyPassword(password_hash, fields.password)).toBe(true);
		const mail = await db.selectFrom("outbox").select("kind").where("user_id", "=", user.id).execute();
		expect(mail).toEqual([{ kind: "password-changed" }]);
	});

	test("forgets the browsers that were known before; this one is known from now on", async () => {
		const user = await makeUser();
		const elsewhere = (await rememberDevice(user.id)).split(";")[0] ?? "";
		const isKnown = async (Cookie: string) =>
			(await findDevice(new Request("http://localhost:3000/", { headers: { Cookie } }), user.id)) !==
			undefined;
		expect(await isKnown(elsewhere)).toBe(true);
		const answer = await send(fields, await signedIn(user));
		expect(await isKnown(elsewhere)).toBe(false);
		const device = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
		expect(await isKnown(device?.split(";")[0] ?? "")).toBe(true);
	});

	test.each([
		[
			"nothing",
			{ currentPassword: "", password: "", confirmPassword: "" },
			{
				currentPassword: ["Contraseña requerida."],
				password: ["Contraseña requerida."],
				confirmPassword: ["Confirmar Contraseña debe tener al menos 6 caracteres."],
			},
		],
		[
			"too short a one",
			{ password: "corta", confirmPassword: "corta" },
			{
				password: ["Contraseña debe tener al menos 6 caracteres."],
				confirmPassword: ["Confirmar Contraseña debe tener al menos 6 caracteres."],
			},
		],
		[
			"two different ones",
			{ confirmPassword: "otra frase larga." },
			{ confirmPassword: ["Contraseña deben ser iguales."] },
		],
		[
			"a common one",
			{ password: "password", confirmPassword: "password" },
			{ password: ["Esa contraseña es de las más usadas: elegí otra."] },
		],
		[
			"the wrong present one",
			{ currentPassword: "no es esta" },
			{ currentPassword: ["Esa no es tu contraseña actual."] },
		],
	])(
		"%s: 400 beside the field, no password in the answer, nothing changed",
		async (_name, changes, errors) => {
			const { user, headers } = await signedInUser();
			const answer = await send({ ...fields, ...changes }, headers);
			expect(answer.status).toBe(400);
			const text = await answer.text();
			expect(JSON.parse(text).result.error).toEqual(errors);
			for (const secret of [PASSWORD, fields.password, "no es esta"]) expect(text).not.toContain(secret);
			expect(await rowOf(user)).toEqual(user);
			expect((await userOf(headers))?.id).toBe(user.id);
		},
	);

	test("not one's own name", async () => {
		const user = await makeUser({ username: "soldador de turno" });
		const answer = await send(
			{ ...fields, password: "Soldador de turno", confirmPassword: "Soldador de turno" },
			await signedIn(user),
		);
		expect(await errorsOf(answer)).toEqual({ password: [expect.stringContaining("no puede ser tu nombre")] });
	});

	test("guessing the present one is limited as at the login; a right one does not count", async () => {
		const { user, headers } = await signedInUser();
		const wrong = { ...fields, currentPassword: "no es esta" };
		for (let n = 0; n < 5; n++) expect((await send(wrong, headers)).status).toBe(400);
		const answer = await send(fields, headers);
		expect(answer.status).toBe(429);
		expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(await rowOf(user)).toEqual(user);
	});

	test("an account without one has none to change", async () => {
		const user = await makeUser({ provider_auth: "GOOGLE", password_hash: null });
		expect((await send(fields, await signedIn(user))).status).toBe(400);
		expect(await rowOf(user)).toEqual(user);
	});
});

test("'Cerrar sesión en todos los equipos' ends mine, here too, and nobody else's", async () => {
	const user = await makeUser();
	const [here, elsewhere] = [await signedIn(user), await signedIn(user)];
	const other = await signedIn(await makeUser());
	const answer = await send({ intent: "sessions" }, here);
	expect(answer).toRedirectTo("/auth/login");
	expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^session=; Max-Age=0/));
	expect(await toastOf(answer)).toMatchObject({ kind: "info" });
	expect([await userOf(here), await userOf(elsewhere)]).toEqual([undefined, undefined]);
	expect(await userOf(other)).toBeDefined();
});

describe("'Avisos de vencimiento'", () => {
	const choose = (expiryReminders: string, headers: Record<string, string>) =>
		send({ intent: "reminders", expiryReminders }, headers);

	test("are on until switched off; pressing a button twice does not undo it", async () => {
		const user = await makeUser();
		const other = await makeUser();
		const headers = await signedIn(user);
		expect((await findProfile(user.id))?.expiryReminders).toBe(true);
		for (const [wanted, isOn] of [
			["no", 0],
			["no", 0],
			["si", 1],
			["si", 1],
		] as const) {
			const answer = await choose(wanted, headers);
			expect(answer).toRedirectTo(PATH);
			expect(await toastOf(answer)).toMatchObject({
				title: isOn ? "Avisos activados" : "Avisos desactivados",
				kind: isOn ? "success" : "info",
			});
			expect((await rowOf(user)).expiry_reminders).toBe(isOn);
			expect((await findProfile(user.id))?.expiryReminders).toBe(isOn === 1);
		}
		await choose("no", headers);
		expect(await rowOf(other)).toEqual(other);
	});

	test("say to who is not verified yet that they wait for that", async () => {
		const answer = await choose("si", await signedIn(await makeUser({ email_verified_at: null })));
		expect((await toastOf(answer))?.text).toBe("Te escribimos cuando verifiques tu correo.");
	});

	test.each(["", "sí", "1", "true", "toString"])(
		"the state %j is none: 400, nothing changes",
		async (state) => {
			const user = await makeUser();
			expect((await choose(state, await signedIn(user))).status).toBe(400);
			expect(await rowOf(user)).toEqual(user);
		},
	);

	test("that could not be kept are said to be as they were: 500", async () => {
		const { user, headers } = await signedInUser();
		sqlite.exec("CREATE TEMP TRIGGER broken BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'x'); END");
		const answer = await choose("no", headers).finally(() => sqlite.exec("DROP TRIGGER broken"));
		expect(answer.status).toBe(500);
		expect((await answer.json()).result).toEqual({ status: "error", initialValue: { intent: "reminders" } });
		expect(await rowOf(user)).toEqual(user);
	});
});
