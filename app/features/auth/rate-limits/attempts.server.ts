import { db } from "~/lib/database/db.server";
import { keyedHash } from "~/lib/secrets.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/units/durations";

/**
 * All rate limits: the number of attempts, and the time in which as many are allowed again. A client address has high
 * limits, because a whole plant of 1000 people may share one address.
 */
const limits = {
	/** Wrong passwords. A known device has its own limit, so that strangers cannot lock the owner out. */
	"login-account": [10, 15 * MINUTE_MS],
	"login-account-address": [5, MINUTE_MS],
	"login-device": [10, 15 * MINUTE_MS],
	"login-address": [300, 15 * MINUTE_MS],
	/** Sign-ins with the right password, each of which costs a hash and a session row. */
	"sign-in-account": [30, 15 * MINUTE_MS],
	"sign-in-address": [1200, 15 * MINUTE_MS],
	/** Registrations. On the first day a whole plant may register. */
	"register-address": [300, HOUR_MS],
	/** Requests for a recovery mail by a stranger's browser. The response does not reveal that the limit prevents it. */
	"recovery-address": [60, HOUR_MS],
	/** Mails to an address, by the budgets of `post-mail.server.ts`. */
	"mail-hour": [3, HOUR_MS],
	"mail-day": [8, DAY_MS],
	/** Reserve of these mails for client networks that have asked for none within a day, and for the owner's browser. */
	"mail-asker": [1, DAY_MS],
	"mail-reserve": [8, DAY_MS],
	"mail-device": [3, DAY_MS],
	/** Megabytes of photos that unverified users add, for when the room of all unverified users is short. */
	"unverified-photos": [250, 7 * DAY_MS],
} as const satisfies Record<string, readonly [capacity: number, refillMs: number]>;

/** @param who whom the limit counts; all parts together name one bucket */
export function limitOf(name: keyof typeof limits, ...who: (string | undefined)[]): Limit {
	const [capacity, refillMs] = limits[name];
	return { name, key: who.length > 1 ? JSON.stringify(who) : (who[0] ?? ""), capacity, refillMs };
}

/** @param knownDevice result of `findDevice` */
export function loginLimits({
	email,
	clientAddress,
	knownDevice,
}: {
	email: string;
	clientAddress: string;
	knownDevice: string | undefined;
}): Limit[] {
	const account = email.toLowerCase();
	const byAddress = limitOf("login-address", clientAddress);
	if (knownDevice) return [limitOf("login-device", knownDevice), byAddress];
	return [
		limitOf("login-account", account),
		limitOf("login-account-address", account, clientAddress),
		byAddress,
	];
}

export function signInLimits({ email, clientAddress }: { email: string; clientAddress: string }): Limit[] {
	return [limitOf("sign-in-account", email.toLowerCase()), limitOf("sign-in-address", clientAddress)];
}

/**
 * A rate limit as a token bucket: each attempt takes a token, and an empty bucket is full again after `refillMs`.
 */
export interface Limit {
	/** Name of the limited action. `name` and `key` together identify the bucket. */
	name: string;
	/** Who is limited, such as an e-mail address or a device. The database stores only a keyed hash of this text. */
	key: string;
	capacity: number;
	refillMs: number;
}

export type Attempt = { status: "allowed" } | LimitedAttempt;

/** An attempt that a rate limit refuses, because its token bucket is empty. */
export interface LimitedAttempt {
	status: "limited";
	/** Seconds until a new attempt is allowed; at least 1. */
	retryAfterS: number;
}

/** Maximum number of rows that one call of `sweepAttempts` deletes, so that the database is locked only briefly. */
const MAX_SWEPT_ROWS = 1000;

/**
 * Takes one token from each bucket, or none if a bucket is empty. Call this before the limited action: counting
 * failures afterwards would let parallel attempts through.
 */
export async function takeAttempt(limits: Limit[], now = Date.now()): Promise<Attempt> {
	return db.transaction().execute((trx) => takeAttemptIn(trx, limits, now));
}

/** Takes tokens like `takeAttempt`, but within the caller's transaction. */
export async function takeAttemptIn(trx: typeof db, limits: Limit[], now: number): Promise<Attempt> {
	const buckets = await readBuckets(trx, limits, now);
	// Rounds the waiting time to milliseconds, because the token count has rounding errors.
	const waitMs = Math.max(
		...buckets.map(({ limit, tokens }) => Math.round(((1 - tokens) * limit.refillMs) / limit.capacity)),
	);
	if (waitMs > 0) return { status: "limited", retryAfterS: Math.ceil(waitMs / 1000) };
	for (const bucket of buckets) await writeBucket(trx, { ...bucket, tokens: bucket.tokens - 1 }, now);
	return { status: "allowed" };
}

/** Number of tokens in a bucket, within the caller's transaction. */
export async function tokensLeftIn(trx: typeof db, limit: Limit, now: number): Promise<number> {
	const [bucket] = await readBuckets(trx, [limit], now);
	return bucket?.tokens ?? 0;
}

/**
 * Takes an amount of tokens from each bucket, or all if there are fewer, within the caller's transaction. A negative amount
 * is put back: a bucket may then hold more than its capacity, until the next `readBuckets` drops the excess.
 */
export async function spendIn(trx: typeof db, limits: Limit[], amount: number, now: number): Promise<void> {
	for (const bucket of await readBuckets(trx, limits, now))
		await writeBucket(trx, { ...bucket, tokens: Math.max(0, bucket.tokens - amount) }, now);
}

/** Puts an attempt's tokens back into the buckets, so that the attempt does not count. */
export async function giveBack(limits: Limit[], now = Date.now()): Promise<void> {
	await db.transaction().execute((trx) => spendIn(trx, limits, -1, now));
}

/**
 * Deletes the rows of at most 1000 full token buckets, because a bucket without a row counts as full.
 * @returns the number of deleted rows
 */
export async function sweepAttempts(now = Date.now()): Promise<number> {
	const full = db.selectFrom("attempts").select("key").where("full_at", "<=", now).limit(MAX_SWEPT_ROWS);
	const result = await db.deleteFrom("attempts").where("key", "in", full).executeTakeFirst();
	return Number(result.numDeletedRows);
}

interface Bucket {
	limit: Limit;
	key: string;
	/** Number of tokens; not always whole, because the bucket refills continuously. */
	tokens: number;
}

async function readBuckets(trx: typeof db, limits: Limit[], now: number): Promise<Bucket[]> {
	const keys = limits.map(storedKey);
	const rows = await trx
		.selectFrom("attempts")
		.select(["key", "tokens", "updated_at"])
		.where("key", "in", keys)
		.execute();
	return limits.map((limit) => {
		const key = storedKey(limit);
		const row = rows.find((candidate) => candidate.key === key);
		if (!row) return { limit, key, tokens: limit.capacity };
		// If the server's clock was set back, the difference is negative. Without `Math.abs`, the bucket would then stay
		// empty until the clock catches up.
		const elapsedMs = Math.abs(now - row.updated_at);
		const tokens = Math.min(limit.capacity, row.tokens + (elapsedMs * limit.capacity) / limit.refillMs);
		return { limit, key, tokens };
	});
}

async function writeBucket(trx: typeof db, { limit, key, tokens }: Bucket, now: number): Promise<void> {
	const missing = limit.capacity - tokens;
	const full_at = now + Math.ceil((missing * limit.refillMs) / limit.capacity);
	const row = { tokens, updated_at: now, full_at };
	await trx
		.insertInto("attempts")
		.values({ key, ...row })
		.onConflict((conflict) => conflict.column("key").doUpdateSet(row))
		.execute();
}

/** Hashes the name and key of a rate limit. Uses the oldest server secret, so that a new secret changes no hash. */
export function storedKey({ name, key }: Pick<Limit, "name" | "key">): string {
	return keyedHash("oldest", ["attempts", name, key]);
}
