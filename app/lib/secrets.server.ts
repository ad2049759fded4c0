import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "./env.server";

/**
 * The secrets that sign cookies, newest first. Without SESSION_SECRET one is made at the first start and kept
 * beside the database, readable by its owner only.
 */
export const sessionSecrets: string[] = env.SESSION_SECRET ?? [readOrMakeSecret()];

function readOrMakeSecret(): string {
	const file = join(dirname(env.DATABASE_PATH), "session-secret");
	mkdirSync(dirname(file), { recursive: true });
	try {
		// "wx" fails when the file is there, so that two first starts cannot make two secrets.
		writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
	}
	return readFileSync(file, "utf8").trim();
}
