import { createHash, randomBytes } from "node:crypto";

/** A secret that nobody guesses: 32 random bytes as 43 characters of base64url. It is given away once and never stored. */
export function makeToken(): string {
	return randomBytes(32).toString("base64url");
}

/** What is stored of a token: its SHA-256. A token is random, so a plain hash gives nothing away. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
