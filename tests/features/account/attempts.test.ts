import { describe, expect, test, vi } from "vitest";
import { budgetOf } from "~/features/auth/mails/post-mail.server";
import { tooManyText } from "~/features/auth/passwords/check-password.server";
import {
	giveBack,
	type Limit,
	limitOf,
	loginLimits,
	signInLimits,
	sweepAttempts,
	takeAttempt,
} from "~/features/auth/rate-limits/attempts.server";
import { sqlite } from "~/lib/database/db.server";
import { evened } from "../../support/texts/evened";

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("a bucket", () => {
	test.each([
		[1, "1 segundo"],
		[59, "59 segundos"],
		[60, "1 minuto"],
		[61, "2 minutos"],
		[7200, "120 minutos"],
	])("whose next token comes in %i s says so: %s", (seconds, wait) => {
		expect(evened(tooManyText(seconds))).toContain(` Esperá ${wait} y`);
	});

	test("allows its capacity, then returns the seconds until the next token", async () => {
		const limits = [bucket({ capacity: 10, refillMs: 15 * MINUTE })];
		expect(await takeMany(10, limits)).toBe(10);
		expect(await takeAttempt(limits, NOON)).toEqual({ status: "limited", retryAfterS: 90 });
		expect(await takeAttempt(limits, NOON + 60_500)).toEqual({ status: "limited", retryAfterS: 30 });
	});

	test("refills evenly and never above its capacity", async () => {
		const limits = [bucket({ capacity: 10, refillMs: 15 * MINUTE })];
		await takeMany(10, limits);
		expect(await takeMany(10, limits, NOON + 90_000 - 1)).toBe(0);
		expect(await takeMany(10, limits, NOON + 90_000)).toBe(1);
		expect(await takeMany(10, limits, NOON + 90_000 + 4 * 90_000)).toBe(4);
		expect(await takeMany(99, limits, NOON + 24 * HOUR)).toBe(10);
	});

	test("attempts on an empty bucket do not delay the next token", async () => {
		const limits = [bucket({ capacity: 1, refillMs: MINUTE })];
		await takeAttempt(limits, NOON);
		for (let second = 1; second < 60; second += 1) {
			expect(await takeAttempt(limits, NOON + second * 1000)).toEqual({
				status: "limited",
				retryAfterS: 60 - second,
			});
		}
		expect(await takeAttempt(limits, NOON + MINUTE)).toEqual({ status: "allowed" });
	});

	test("refills when a clock that was a year ahead is corrected", async () => {
		const limits = [bucket({ capacity: 3, refillMs: MINUTE })];
		await takeMany(3, limits, NOON + 365 * 24 * HOUR);
		expect(await takeMany(9, limits)).toBe(3);
	});

	test("gets the token of a success back, and never exceeds its capacity", async () => {
		const limits = [bucket({ capacity: 3, refillMs: HOUR })];
		for (let attempt = 0; attempt < 20; attempt += 1) {
			expect(await takeAttempt(limits, NOON)).toEqual({ status: "allowed" });
			await giveBack(limits, NOON);
		}
		await giveBack(limits, NOON);
		expect(await takeMany(9, limits)).toBe(3);
	});

	test("is separate for another name or another key, even if name and key together have the same characters", async () => {
		const full = { capacity: 1, refillMs: HOUR };
		const limits = [
			{ ...full, name: "ab", key: "c" },
			{ ...full, name: "a", key: "bc" },
			{ ...full, name: "ab", key: "C" },
			{ ...full, name: "ab", key: "" },
		];
		for (const limit of limits) expect(await takeMany(5, [limit])).toBe(1);
	});
});

describe("several buckets", () => {
	test("take one token from each bucket, or none at all", async () => {
		const [small, large] = [
			bucket({ capacity: 2, refillMs: HOUR }),
			bucket({ capacity: 5, refillMs: 10 * HOUR }),
		];
		expect(await takeMany(50, [large, small])).toBe(2);
		expect(await takeMany(50, [large])).toBe(3);
		expect(await takeAttempt([small, large], NOON)).toEqual({ status: "limited", retryAfterS: 7200 });
	});

	test("allow no more to concurrent attempts than to sequential ones", async () => {
		const limits = [bucket({ capacity: 7, refillMs: HOUR }), bucket({ capacity: 300, refillMs: HOUR })];
		const attempts = await Promise.all(Array.from({ length: 200 }, () => takeAttempt(limits, NOON)));
		expect(attempts.filter(({ status }) => status === "allowed")).toHaveLength(7);
		expect(await takeMany(400, limits.slice(1))).toBe(293);
	});
});

describe("the stored buckets", () => {
	test("survive a restart", async () => {
		const limits = [bucket({ capacity: 10, refillMs: HOUR })];
		await takeMany(6, limits);
		const restarted = await restart();
		const again = await Promise.all(Array.from({ length: 9 }, () => restarted.takeAttempt(limits, NOON)));
		expect(again.filter(({ status }) => status === "allowed")).toHaveLength(4);
		expect(await takeMany(9, limits)).toBe(0);
	});

	test("survive a rotation of secrets, and name nobody", async () => {
		const limits = loginLimits({
			email: "ana@planta.example",
			clientAddress: "203.0.113.9",
			knownDevice: undefined,
		});
		await takeMany(5, limits);
		vi.stubEnv("SESSION_SECRET", `new-secret-9876543210-zyxwvutsrqponmlk,${process.env.SESSION_SECRET}`);
		const restarted = await restart();
		vi.unstubAllEnvs();
		expect(await restarted.takeAttempt(limits, NOON)).toEqual({ status: "limited", retryAfterS: 12 });
		const rows = JSON.stringify(sqlite.prepare("SELECT * FROM attempts").all());
		expect(rows).not.toMatch(/ana|planta|203|login/);
	});

	test("are deleted when they are full, at most 1000 per call", async () => {
		sqlite.exec("DELETE FROM attempts");
		const insert = sqlite.prepare("INSERT INTO attempts VALUES (?, 0, ?, ?)");
		sqlite.transaction(() => {
			for (let row = 0; row < 1500; row += 1) insert.run(`row ${row}`, NOON - HOUR, NOON - row);
		})();
		const limits = [bucket({ capacity: 2, refillMs: HOUR })];
		await takeMany(2, limits);
		expect([await sweepAttempts(NOON), await sweepAttempts(NOON), await sweepAttempts(NOON)]).toEqual([
			1000, 500, 0,
		]);
		expect(await sweepAttempts(NOON + HOUR - 1)).toBe(0);
		expect(await takeMany(9, limits)).toBe(0);
		expect(await sweepAttempts(NOON + HOUR)).toBe(1);
	});
});

describe("signing in", () => {
	test("2,000 attempts at one account from 50 addresses: 10 are allowed, then one every 90 s", async () => {
		const email = "victima@planta.example";
		const from = (attempt: number) =>
			loginLimits({ email, clientAddress: `198.51.100.${attempt % 50}`, knownDevice: undefined });
		let allowed = 0;
		for (let attempt = 0; attempt < 2000; attempt += 1) allowed += await takeMany(1, from(attempt));
		expect(allowed).toBe(10);
		expect(await takeMany(50, from(7), NOON + 90_000)).toBe(1);
	});

	test("a known device of the owner has its own bucket beside the emptied one", async () => {
		const person = { email: "duena@planta.example", clientAddress: "192.0.2.4" };
		const stranger = { ...person, clientAddress: "198.51.100.77", knownDevice: undefined };
		for (const round of [0, 1, 2]) await takeMany(5, loginLimits(stranger), NOON + round);
		await takeMany(9, loginLimits({ ...stranger, clientAddress: "198.51.100.78" }));
		expect(await takeMany(1, loginLimits({ ...person, knownDevice: undefined }))).toBe(0);
		expect(await takeMany(99, loginLimits({ ...person, knownDevice: "hash-of-her-phone" }))).toBe(10);
		expect(await takeMany(99, loginLimits({ ...person, knownDevice: "hash-of-her-tablet" }))).toBe(10);
	});

	test("allows 5 attempts a minute at one account from one address, ignoring the case of the email", async () => {
		const at = (email: string) => loginLimits({ email, clientAddress: "192.0.2.5", knownDevice: undefined });
		expect(await takeMany(3, at("Beto@planta.example"))).toBe(3);
		expect(await takeMany(9, at("beto@planta.example"))).toBe(2);
		expect(await takeMany(9, at("beto@planta.example"), NOON + 12_000)).toBe(1);
		expect(await takeMany(9, at("carla@planta.example"))).toBe(5);
	});

	test("allows 300 failures from one address in a quarter of an hour, including those of known devices", async () => {
		const at = (person: number) =>
			loginLimits({
				email: `e${person}@planta.example`,
				clientAddress: "192.0.2.6",
				knownDevice: person % 2 ? `device ${person}` : undefined,
			});
		let allowed = 0;
		for (let person = 0; person < 400; person += 1) allowed += await takeMany(1, at(person));
		expect(allowed).toBe(300);
	});

	test("200 people register and sign in from one address within 10 minutes, each with 1 wrong password", async () => {
		const clientAddress = "192.0.2.200";
		for (let person = 0; person < 200; person += 1) {
			const now = NOON + person * 3000;
			const email = `operario${person}@planta.example`;
			const login = loginLimits({ email, clientAddress, knownDevice: undefined });
			expect(await takeMany(1, [limitOf("register-address", clientAddress)], now)).toBe(1);
			expect(await takeMany(1, budgetOf("registering", email), now)).toBe(1);
			expect(await takeMany(2, login, now)).toBe(2);
			await giveBack(login, now);
			expect(await takeMany(1, signInLimits({ email, clientAddress }), now)).toBe(1);
		}
	});

	test("right passwords have their own limit: 30 per account and 1,200 per address in a quarter of an hour", async () => {
		const of = (person: number) =>
			signInLimits({ email: `F${person}@planta.example`, clientAddress: "192.0.2.11" });
		expect(await takeMany(40, of(0))).toBe(30);
		let allowed = 30;
		for (let person = 1; person < 60; person += 1) allowed += await takeMany(30, of(person));
		expect(allowed).toBe(1200);
	});
});

describe("mails", () => {
	test("are limited to 3 an hour and 8 a day to one address, for each budget", async () => {
		const limits = budgetOf("registering", "Dora@planta.example");
		expect(await takeMany(9, limits)).toBe(3);
		expect(await takeMany(9, budgetOf("registering", "dora@planta.example"), NOON + HOUR)).toBe(3);
		expect(await takeMany(9, limits, NOON + 2 * HOUR)).toBe(2);
		expect(await takeMany(9, limits, NOON + 3 * HOUR)).toBe(1);
	});

	test("a stranger who uses up the verification mails does not block the other budgets", async () => {
		await takeMany(9, budgetOf("registering", "elsa@planta.example"));
		expect(await takeMany(9, budgetOf("recovery", "elsa@planta.example"))).toBe(3);
		expect(await takeMany(9, budgetOf("account", "elsa@planta.example"))).toBe(3);
	});

	test("are limited to 60 requests for recovery an hour from one address", async () => {
		expect(await takeMany(90, [limitOf("recovery-address", "192.0.2.7")])).toBe(60);
	});

	test("are limited to 300 registrations an hour from one address", async () => {
		expect(await takeMany(400, [limitOf("register-address", "192.0.2.9")])).toBe(300);
	});
});

let buckets = 0;

/** Makes a rate limit that counts attempts in a bucket of its own. */
function bucket(size: Pick<Limit, "capacity" | "refillMs">): Limit {
	buckets += 1;
	return { name: "test", key: `bucket ${buckets}`, ...size };
}

/**
 * Makes `count` attempts.
 * @returns how many the limits allow
 */
async function takeMany(count: number, limits: Limit[], now = NOON): Promise<number> {
	let allowed = 0;
	for (let attempt = 0; attempt < count; attempt += 1) {
		if ((await takeAttempt(limits, now)).status === "allowed") allowed += 1;
	}
	return allowed;
}

/** Loads the rate limits as a new process does, with a second connection to the database. */
async function restart() {
	const here = globalThis as typeof globalThis & { relevoSqlite?: typeof sqlite };
	here.relevoSqlite = undefined;
	vi.resetModules();
	try {
		return await import("~/features/auth/rate-limits/attempts.server");
	} finally {
		here.relevoSqlite = sqlite;
	}
}
