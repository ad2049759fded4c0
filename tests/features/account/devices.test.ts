import { createHash, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { openAccount } from "~/features/account/landing.server";
import { resetPassword } from "~/features/account/take-over.server";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { sqlite } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { argsFor, responseOf } from "../../support/requests";

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY = 24 * 3600 * 1000;

let ana = "";
let beto = "";

beforeEach(() => {
	ana = addUser();
	beto = addUser();
});

describe("a known device", () => {
	test("is recognised for its own user only", async () => {
		const cookie = await rememberDevice(requestWith(), ana, NOON);
		const device = await findDevice(requestWith(cookie), addressOf(ana), NOON);
		expect(device).toMatch(/^[\w-]{43}$/);
		for (const address of [addressOf(beto), "nadie@planta.example"])
			expect(await findDevice(requestWith(cookie), address, NOON)).toBeUndefined();
		expect(await findDevice(requestWith(), addressOf(ana), NOON)).toBeUndefined();
		expect(await findDevice(requestWith("device=x"), addressOf(ana), NOON)).toBeUndefined();
	});

	test("has 32 random bytes in an HttpOnly cookie; the table holds their hash", async () => {
		const cookie = await rememberDevice(requestWith(), ana);
		expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
		const token = tokenOf(cookie);
		expect(devicesOf(ana)).toEqual([createHash("sha256").update(token).digest("base64url")]);
		expect(await rememberDevice(requestWith(), ana)).not.toBe(cookie);
		expect(await findDevice(requestWith(`device=${devicesOf(ana)[0]}`), addressOf(ana))).toBeUndefined();
	});

	test("is forgotten after 400 days", async () => {
		const cookie = await rememberDevice(requestWith(), ana, NOON);
		expect(await findDevice(requestWith(cookie), addressOf(ana), NOON + 400 * DAY - 1)).toBeDefined();
		expect(await findDevice(requestWith(cookie), addressOf(ana), NOON + 400 * DAY)).toBeUndefined();
	});

	test("a device that signs in every day does not displace other devices", async () => {
		const tablet = await rememberDevice(requestWith(), ana, NOON);
		let phone = await rememberDevice(requestWith(), ana, NOON);
		for (let day = 1; day <= 30; day += 1) {
			phone = await rememberDevice(requestWith(phone), ana, NOON + day * DAY);
		}
		expect(devicesOf(ana)).toHaveLength(2);
		expect(await findDevice(requestWith(tablet), addressOf(ana), NOON + 31 * DAY)).toBeDefined();
		expect(await findDevice(requestWith(phone), addressOf(ana), NOON + 31 * DAY)).toBeDefined();
	});

	test("cannot replace a device of another user", async () => {
		const foreign = await rememberDevice(requestWith(), beto, NOON);
		await rememberDevice(requestWith(foreign), ana, NOON);
		expect(devicesOf(beto)).toHaveLength(1);
	});
});

test("the 20 newest devices of a user are kept, and all of other users", async () => {
	const first = await rememberDevice(requestWith(), beto, NOON);
	const cookies: string[] = [];
	for (let second = 0; second < 25; second += 1) {
		cookies.push(await rememberDevice(requestWith(), ana, NOON + second * 1000));
	}
	const known = await Promise.all(
		cookies.map((cookie) => findDevice(requestWith(cookie), addressOf(ana), NOON + DAY)),
	);
	expect(known.map((device) => device !== undefined)).toEqual([
		...Array(5).fill(false),
		...Array(20).fill(true),
	]);
	expect(await findDevice(requestWith(first), addressOf(beto), NOON)).toBeDefined();
});

test("30 concurrent sign-ins of one user leave 20 known devices", async () => {
	await Promise.all(Array.from({ length: 30 }, (_, ms) => rememberDevice(requestWith(), ana, NOON + ms)));
	expect(devicesOf(ana)).toHaveLength(20);
});

test.each([
	[
		"resets the password",
		(token: string) => resetPassword(token, { hash: "$argon2id$x", endsPasskeys: false }),
	],
	["deletes the account", (_token: string, id: string) => deleteAccount(id)],
])("whoever signs in while the owner %s stays no known device, and causes no failure", async (_, change) => {
	for (let steps = 0; steps < 120; steps++) {
		const user = await makeUser();
		const token = await issueMailToken({ purpose: "reset", userId: user.id, email: user.email });
		const { request } = argsFor("/auth/login");
		const proof = { userId: user.id, passwordHash: user.password_hash ?? "" };
		const entry = responseOf(() => openAccount(request, proof));
		for (let step = 0; step < steps; step++) await Promise.resolve();
		await change(token, user.id);
		expect([steps, (await entry).status]).toEqual([steps, 303]);
		expect([steps, devicesOf(user.id)]).toEqual([steps, []]);
	}
});

function addressOf(id: string): string {
	return `${id}@planta.example`;
}

function addUser(): string {
	const id = randomUUID();
	sqlite
		.prepare(
			"INSERT INTO users (id, email, username, provider_auth, created_at, updated_at) VALUES (?, ?, 'Ana', 'NORMAL', 0, 0)",
		)
		.run(id, addressOf(id));
	return id;
}

function devicesOf(userId: string): string[] {
	return sqlite
		.prepare<[string], string>("SELECT token_hash FROM devices WHERE user_id = ?")
		.pluck()
		.all(userId);
}

function tokenOf(setCookie: string): string {
	return setCookie.split(";")[0]?.split("=")[1] ?? "";
}

function requestWith(setCookie?: string): Request {
	const headers: HeadersInit = setCookie ? { Cookie: setCookie.split(";")[0] ?? "" } : {};
	return new Request("http://localhost:3000/auth/login", { headers });
}
