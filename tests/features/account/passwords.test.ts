import { createRequire } from "node:module";
import { resolve } from "node:path";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { confirmSchema, loginSchema, newPasswordProblem } from "~/features/auth/account-schemas";
import { commonPasswordProblem } from "~/features/auth/passwords/new-password.server";
import {
	DUMMY_HASH,
	hashPassword,
	passwordQueue,
	runQueued,
	verifyPassword,
} from "~/features/auth/passwords/password-hash.server";
import { runInContext } from "~/lib/http/request-context.server";
import { QueueFullError } from "~/lib/semaphore.server";
import { contextFor } from "../../support/requests";

const tick = () => new Promise((resolve) => setImmediate(resolve));

const common = dictionary["passwords-common"];
const isCommonPassword = (password: string) => commonPasswordProblem(password) !== undefined;
/** The checks of a form with a new password, in their order. */
const passwordProblem = (password: string, user: { username?: string; email?: string }) =>
	newPasswordProblem(password, {}) ?? commonPasswordProblem(password) ?? newPasswordProblem(password, user);

describe("a password hash", () => {
	test("is Argon2id with 19 MiB, two passes, one lane and a random salt", async () => {
		const [first, second] = await Promise.all([
			hashPassword("la misma clave"),
			hashPassword("la misma clave"),
		]);
		expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
		expect(second).not.toBe(first);
		expect(await verifyPassword(first, "la misma clave")).toBe(true);
		expect(await verifyPassword(first, "la misma Clave")).toBe(false);
	});

	test.each([
		["128 letters", "ñ".repeat(128)],
		["128 emoji", "👷".repeat(128)],
		["a family that is one emoji of seven code points", "👨‍👩‍👧‍👦 turno"],
		["Arabic, Chinese and a control character", "مرحبا 轮班 \u0007"],
		["a zero in the middle", "antes\u0000después"],
	])("verifies its password: %s", async (_, password) => {
		const stored = await hashPassword(password);
		expect(passwordProblem(password, {})).toBeUndefined();
		expect(await verifyPassword(stored, password)).toBe(true);
		expect(await verifyPassword(stored, `${password}x`)).toBe(false);
		expect(await verifyPassword(stored, password.slice(0, -1))).toBe(false);
	});

	test("ignores how accents are composed, and normalises nothing else", async () => {
		const stored = await hashPassword("contraseña única".normalize("NFD"));
		expect(await verifyPassword(stored, "contraseña única".normalize("NFC"))).toBe(true);
		expect(await verifyPassword(stored, "contrasena unica")).toBe(false);
		const spaced = await hashPassword("  con espacios ");
		expect(await verifyPassword(spaced, "  con espacios ")).toBe(true);
		expect(await verifyPassword(spaced, "con espacios")).toBe(false);
		// The program must not normalize passwords to NFKC, which would make these two passwords equal.
		expect(await verifyPassword(await hashPassword("oficina ①"), "oficina 1")).toBe(false);
	});

	test("of another cost still verifies", async () => {
		const stored = await hash("de otros tiempos", { memoryCost: 8192, timeCost: 1, parallelism: 2 });
		expect(await verifyPassword(stored, "de otros tiempos")).toBe(true);
		expect(await verifyPassword(stored, "de otros templos")).toBe(false);
	});

	test.each(["", "x", "$argon2id$v=19$m=19456,t=2,p=1$", "$2b$10$abcdefghijklmnopqrstuv", "NULL"])(
		"that is damaged (%j) matches no password and throws no error",
		async (damaged) => {
			expect(await verifyPassword(damaged, "")).toBe(false);
			expect(await verifyPassword(damaged, "cualquiera")).toBe(false);
		},
	);
});

describe("the dummy hash", () => {
	test("is verified as slowly as a real hash, and matches no password", async () => {
		const stored = await hashPassword("alguna clave");
		const before = passwordQueue.usage.runs;
		expect(await verifyPassword(stored, "otra clave")).toBe(false);
		expect(passwordQueue.usage.runs).toBe(before + 1);
		expect(await verifyPassword(null, "otra clave")).toBe(false);
		expect(await verifyPassword(null, "")).toBe(false);
		expect(passwordQueue.usage.runs).toBe(before + 3);
	});

	test("has the parameters, salt and length of a real hash", async () => {
		const stored = await hashPassword("alguna clave");
		expect(parseOptions(DUMMY_HASH)).toEqual(parseOptions(stored));
		await expect(verify(DUMMY_HASH, "otra clave")).resolves.toBe(false);
		await expect(verify("malformed", "otra clave")).rejects.toThrow();
	});
});

describe("the password queue", () => {
	test("runs 2 at a time, lets 20 wait, refuses further ones, and keeps the order", async () => {
		const started: number[] = [];
		const finish: (() => void)[] = [];
		const work = (name: number) =>
			runQueued(() => {
				started.push(name);
				return new Promise<number>((resolve) => finish.push(() => resolve(name)));
			});
		const before = passwordQueue.usage.runs;
		const accepted = Array.from({ length: 22 }, (_, name) => work(name));
		expect(passwordQueue.usage).toEqual({ runs: before + 2, running: 2, waiting: 20 });
		await expect(work(22)).rejects.toThrow(QueueFullError);
		await expect(hashPassword("una más")).rejects.toThrow(QueueFullError);
		await expect(verifyPassword(null, "una más")).rejects.toThrow(QueueFullError);

		finish[1]?.();
		await accepted[1];
		await new Promise((resolve) => setImmediate(resolve));
		expect(passwordQueue.usage).toEqual({ runs: before + 3, running: 2, waiting: 19 });
		const late = work(99);
		for (let place = 0; place < 23; place += 1) {
			finish[place]?.();
			await new Promise((resolve) => setImmediate(resolve));
		}
		expect(await Promise.all([...accepted, late])).toEqual([...Array(22).keys(), 99]);
		expect(started).toEqual([...Array(22).keys(), 99]);
		expect(passwordQueue.usage).toEqual({ runs: before + 23, running: 0, waiting: 0 });
	});

	test("is fair: many accounts and connections at one address do not displace others", async () => {
		const started: string[] = [];
		const finish: (() => void)[] = [];
		const refused: string[] = [];
		const come = (account: string, clientAddress: string) =>
			runInContext({ ...contextFor("/"), clientAddress }, () =>
				runQueued(() => {
					started.push(account);
					return new Promise<void>((resolve) => finish.push(resolve));
				}, account),
			).catch((error: unknown) => {
				if (!(error instanceof QueueFullError)) throw error;
				refused.push(account);
			});
		const all = Array.from({ length: 28 }, (_, n) => come(`hog${n % 7}`, "192.0.2.1"));
		await tick();
		expect(refused).toHaveLength(6);
		// Two jobs run and twenty wait, all of them from one client address, so the queue is full: 6 of the 28 were refused.
		// To admit a job of ana and a job of beto, the queue now refuses two waiting jobs of the other accounts too.
		all.push(come("ana", "192.0.2.1"), come("beto", "198.51.100.1"));
		await tick();
		expect(refused).toHaveLength(8);
		expect(refused.every((account) => account.startsWith("hog"))).toBe(true);
		for (let place = 0; place < 22; place += 1) {
			finish[place]?.();
			await tick();
		}
		await Promise.all(all);
		// The first two jobs did not wait. Of the jobs that waited, beto's starts second or earlier, ana's ninth or earlier.
		expect(started.slice(2).indexOf("beto")).toBeLessThanOrEqual(1);
		expect(started.slice(2).indexOf("ana")).toBeLessThanOrEqual(8);
		expect(passwordQueue.usage).toMatchObject({ running: 0, waiting: 0 });
	});

	test("when the queue is full, a new job of a group with as many waiting jobs as any other is refused", async () => {
		const finish: (() => void)[] = [];
		const come = (account: string) =>
			runInContext({ ...contextFor("/"), clientAddress: "192.0.2.1" }, () =>
				runQueued(() => new Promise<void>((resolve) => finish.push(resolve)), account),
			);
		const accepted = Array.from({ length: 22 }, (_, n) => come(`person ${n}`));
		await expect(come("one more")).rejects.toThrow(QueueFullError);
		for (let place = 0; place < 22; place += 1) {
			finish[place]?.();
			await tick();
		}
		expect(await Promise.all(accepted)).toHaveLength(22);
	});

	test("frees the place of a failed job, and reports the failure", async () => {
		const failing = () => runQueued(() => Promise.reject(new Error("no memory")));
		const throwing = () =>
			runQueued(() => {
				throw new Error("at once");
			});
		for (let attempt = 0; attempt < 3; attempt += 1) {
			await expect(failing()).rejects.toThrow("no memory");
			await expect(throwing()).rejects.toThrow("at once");
		}
		expect(passwordQueue.usage).toMatchObject({ running: 0, waiting: 0 });
		expect(await runQueued(() => Promise.resolve("free"))).toBe("free");
	});

	test("hashes 22 passwords at once, and all verify", async () => {
		const passwords = Array.from({ length: 22 }, (_, number) => `clave número ${number}`);
		const hashes = await Promise.all(passwords.map((password) => hashPassword(password)));
		const fits = await Promise.all(
			hashes.map((stored, number) => verifyPassword(stored, `clave número ${number}`)),
		);
		expect(fits).toEqual(Array(22).fill(true));
	});
});

test.each([
	["signing in", (password: string) => loginSchema.safeParse({ email: "a@planta.example", password })],
	["confirming an address", (password: string) => confirmSchema.safeParse({ password })],
])("%s, a present password of more than 1,024 characters is refused before it is hashed", (_, parse) => {
	expect(parse("x".repeat(1024)).success).toBe(true);
	expect(parse("x".repeat(1025)).success).toBe(false);
});

describe("a new password", () => {
	const person = { username: "Ñandú del Sur", email: "marta.quiroga@planta.example" };

	test.each([
		["corta", "Contraseña debe tener al menos 6 caracteres."],
		["", "Contraseña debe tener al menos 6 caracteres."],
		// This password has five characters, but ten UTF-16 units.
		["👷👷👷👷👷", "Contraseña debe tener al menos 6 caracteres."],
		// The password has five letters; the combining accent is no sixth character.
		["canté".normalize("NFD"), "Contraseña debe tener al menos 6 caracteres."],
		["x".repeat(129), "Contraseña debe tener como mucho 128 caracteres."],
		["PassWord", "Esa contraseña es de las más usadas: elegí otra."],
		["Contraseña", "Esa contraseña es de las más usadas: elegí otra."],
		["ñandú DEL sur", "La contraseña no puede ser tu nombre de usuario ni tu correo."],
		["ÑANDÚ DEL SUR".normalize("NFD"), "La contraseña no puede ser tu nombre de usuario ni tu correo."],
		["Marta.Quiroga@Planta.Example", "La contraseña no puede ser tu nombre de usuario ni tu correo."],
		["marta.quiroga", "La contraseña no puede ser tu nombre de usuario ni tu correo."],
	])("%j is refused: %s", (password, problem) => {
		expect(passwordProblem(password, person)).toBe(problem);
	});

	test.each([
		"seis 6",
		"👷👷👷👷👷👷",
		"x".repeat(128),
		"👷".repeat(128),
		"      ",
		"marta.quiroga1",
		"planta.example",
		'"","",',
		'","password","',
		"\\u0031\\u0032",
	])("%j is accepted", (password) => {
		expect(passwordProblem(password, person)).toBeUndefined();
	});

	test("the 3,000 most used passwords with 6 characters or more are refused, ignoring case", () => {
		const used = common.filter((password) => password.length >= 6).slice(0, 3000);
		expect(used).toHaveLength(3000);
		const refused = "Esa contraseña es de las más usadas: elegí otra.";
		expect(used.filter((password) => passwordProblem(password, {}) !== refused)).toEqual([]);
		expect(used.filter((password) => passwordProblem(password.toUpperCase(), {}) !== refused)).toEqual([]);
	});

	test("the list contains all passwords of the package's list, and only whole passwords match", () => {
		expect(common).toHaveLength(49_233);
		const sample = [...common.filter((_, place) => place % 20 === 0), ...common.slice(-20)];
		expect(sample.filter((password) => !isCommonPassword(password))).toEqual([]);
		const entries = new Set(common);
		const parts = common.slice(0, 500).map((password) => `${password}${password[0]}Z!`);
		expect(parts.filter((part) => isCommonPassword(part) !== entries.has(part.toLowerCase()))).toEqual([]);
		expect([isCommonPassword("asswor"), isCommonPassword('word","12345678')]).toEqual([false, false]);
	});

	test("the built server finds the list", () => {
		const fromBuild = createRequire(resolve("build", "index.js"));
		expect(fromBuild.resolve("@zxcvbn-ts/language-common/src/passwords.json")).toMatch(/passwords\.json$/);
	});
});
