import { createHmac } from "node:crypto";
import { db } from "~/lib/database/db.server";
import { sessionSecrets } from "~/lib/secrets.server";

/**
 * A token bucket that starts full. Each attempt takes a token. Tokens are refilled at a constant rate, so that an empty
 * bucket is full after `refillMs`.
 */
export interface Limit {
	/** The counted action. Together with `key` it identifies the bucket. */
	name: string;
	/** The e-mail address, client address or device whose attempts are counted. Only its keyed hash is stored. */
	key: string;
	capacity: number;
	refillMs: number;
}

export type Attempt = { status: "allowed" } | LimitedAttempt;

/** The attempt is refused, because at least one bucket is empty. */
export interface LimitedAttempt {
	status: "limited";
	/** Seconds until every bucket has a token again, at least 1. */
	retryAfterS: number;
}

/** Rows deleted per sweep, so that the database is locked only briefly. */
const MAX_SWEPT_ROWS = 1000;

/**
 * Takes a token from each bucket, or none if any bucket is empty. Call it before the work, and `giveBack` after a
 * success: counting failures afterwards would let any number of parallel attempts through.
 */
export async function takeAttempt(limits: Limit[], now = Date.now()): Promise<Attempt> {
	return db.transaction().execute((trx) => takeAttemptIn(trx, limits, now));
}

/** `takeAttempt` within the caller's transaction. */
export async function takeAttemptIn(trx: Transaction, limits: Limit[], now: number): Promise<Attempt> {
	const buckets = await readBuckets(trx, limits, now);
	// Rounded to whole milliseconds, so that a token that is incomplete only by a rounding error counts.
	const waitMs = Math.max(
		...buckets.map(({ limit, tokens }) => Math.round(((1 - tokens) * limit.refillMs) / limit.capacity)),
	);
	if (waitMs > 0) return { status: "limited", retryAfterS: Math.ceil(waitMs / 1000) };
	for (const bucket of buckets) await writeBucket(trx, { ...bucket, tokens: bucket.tokens - 1 }, now);
	return { status: "allowed" };
}

/** Puts back the tokens of an attempt that does not count. */
export async function giveBack(limits: Limit[], now = Date.now()): Promise<void> {
	await db.transaction().execute(async (trx) => {
		const buckets = await readBuckets(trx, limits, now);
		// Tokens beyond the capacity are cut when the bucket is read.
		for (const bucket of buckets) await writeBucket(trx, { ...bucket, tokens: bucket.tokens + 1 }, now);
	});
}

/**
 * Deletes the rows of at most 1000 full buckets.
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
	/** Fractional while the bucket refills. */
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
		// After the clock was set back, the difference counts as elapsed time; otherwise the bucket would stay empty until
		// the clock catches up.
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
 * The hash under which a bucket is stored. It is keyed, because an attacker who steals the file could guess the
 * addresses behind plain hashes. The key is the oldest secret, which stays during a rotation; once that secret is
 * dropped, all buckets start full.
 */
export function storedKey({ name, key }: Pick<Limit, "name" | "key">): string {
	const secret = sessionSecrets.at(-1) ?? "";
	return createHmac("sha256", secret)
		.update(JSON.stringify(["attempts", name, key]))
		.digest("base64url");
}
