import { createHash, randomBytes } from "node:crypto";

/** An unguessable secret: 32 random bytes in base64url. Store only its hash. */
export function makeToken(): string {
	return randomBytes(32).toString("base64url");
}

/** SHA-256 of a token; tokens are random, so a plain hash reveals nothing. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
