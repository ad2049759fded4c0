import { createHmac } from "node:crypto";
import { db } from "~/lib/database/db.server";
import { sessionSecrets } from "~/lib/secrets.server";

/**
 * A bucket of attempts, full at first. Every attempt takes one token; they come back evenly, so that an empty bucket
 * is full after `refillMs`.
 */
export interface Limit {
	/** What is counted; with `key` it names the bucket. */
	name: string;
	/** Whose attempts: an e-mail address, a client's address, a device. Only a keyed hash of it is stored. */
	key: string;
	capacity: number;
	refillMs: number;
}

export type Attempt = { status: "allowed" } | LimitedAttempt;

/** At least one bucket is empty. */
export interface LimitedAttempt {
	status: "limited";
	/** Seconds until the emptiest bucket has a token again, at least 1. */
	retryAfterS: number;
}

/** At most so many rows go in one sweep: the file is locked for a moment only. */
const SWEEP_ROWS = 1000;

/**
 * Takes one token from each bucket, or from none if one of them is empty. It is called before the work, and a success
 * gives back: counting failures afterwards would let any number of parallel attempts by.
 * `retryAfterS` (seconds, 1 or more) is when the emptiest bucket has a token again.
 */
export async function takeAttempt(limits: Limit[], now = Date.now()): Promise<Attempt> {
	return db.transaction().execute((trx) => takeAttemptIn(trx, limits, now));
}

/** As `takeAttempt`, in the transaction of what is counted. */
export async function takeAttemptIn(trx: Transaction, limits: Limit[], now: number): Promise<Attempt> {
	const buckets = await readBuckets(trx, limits, now);
	// In whole milliseconds, as the clock counts: a token that lacks a billionth is there.
	const waitMs = Math.max(
		...buckets.map(({ limit, tokens }) => Math.round(((1 - tokens) * limit.refillMs) / limit.capacity)),
	);
	if (waitMs > 0) return { status: "limited", retryAfterS: Math.ceil(waitMs / 1000) };
	for (const bucket of buckets) await writeBucket(trx, { ...bucket, tokens: bucket.tokens - 1 }, now);
	return { status: "allowed" };
}

/** Puts back what `takeAttempt` took from these buckets: the attempt succeeded and does not count. */
export async function giveBack(limits: Limit[], now = Date.now()): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const buckets = await readBuckets(trx, limits, now);
		// What would run over is cut off when the bucket is read.
		for (const bucket of buckets) await writeBucket(trx, { ...bucket, tokens: bucket.tokens + 1 }, now);
	});
}

/** Deletes the rows of buckets that are full again, at most 1000. Returns how many. */
export async function sweepAttempts(now = Date.now()): Promise<number> {
	const full = db.selectFrom("attempts").select("key").where("full_at", "<=", now).limit(SWEEP_ROWS);
	const result = await db.deleteFrom("attempts").where("key", "in", full).executeTakeFirst();
	return Number(result.numDeletedRows);
}

interface Bucket {
	limit: Limit;
	key: string;
	/** Tokens in it now, a fraction while one is coming back. */
	tokens: number;
}

type Transaction = Pick<typeof db, "selectFrom" | "insertInto">;

async function readBuckets(trx: Transaction, limits: Limit[], now: number): Promise<Bucket[]> {
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
		// A clock that was set back counts as elapsed too, or its bucket would stay shut until that time comes again.
		const elapsedMs = Math.abs(now - row.updated_at);
		const tokens = Math.min(limit.capacity, row.tokens + (elapsedMs * limit.capacity) / limit.refillMs);
		return { limit, key, tokens };
	});
}

async function writeBucket(trx: Transaction, { limit, key, tokens }: Bucket, now: number): Promise<void> {
	const missing = limit.capacity - tokens;
	const full_at = now + Math.ceil((missing * limit.refillMs) / limit.capacity);
	const row = { tokens, updated_at: now, full_at };
	await trx
		.insertInto("attempts")
		.values({ key, ...row })
		.onConflict((conflict) => conflict.column("key").doUpdateSet(row))
		.execute();
}

/**
 * Keyed, because whoever reads a stolen file could try all addresses against a plain hash. By the oldest secret: while
 * secrets rotate it is the one that stays, and when it is dropped at last, buckets of an hour at most start full once.
 */
export function storedKey({ name, key }: Pick<Limit, "name" | "key">): string {
	const secret = sessionSecrets.at(-1) ?? "";
	return createHmac("sha256", secret)
		.update(JSON.stringify(["attempts", name, key]))
		.digest("base64url");
}
