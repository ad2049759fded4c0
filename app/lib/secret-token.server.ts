import { hash, randomBytes } from "node:crypto";

/** An unguessable secret: 32 random bytes in base64url. Store only its hash. */
export function makeToken(): string {
	return randomBytes(32).toString("base64url");
}

/** Whether a text has the form of a token. */
export function isToken(text: string): boolean {
	return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** SHA-256 of a token; tokens are random, so a plain hash reveals nothing. */
export function hashToken(token: string): string {
	return hash("sha256", token, "base64url");
}
