import { createHash, randomBytes } from "node:crypto";

/** An unguessable secret: 32 random bytes as 43 characters of base64url. Only its hash is stored. */
export function makeToken(): string {
	return randomBytes(32).toString("base64url");
}

/** The SHA-256 of a token, for storage. Tokens are random, so a plain hash reveals nothing. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
