import { createHmac, randomBytes } from "node:crypto";
import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "./env.server";
import { codeOf } from "./files/error-code";
import { makeFolder } from "./files/make-folder.server";
import { shellWord } from "./files/operator-command.server";

/** Length of a secret: 32 random bytes in base64url. */
const SECRET_CHARACTERS = 43;

let secrets: string[] | undefined;

/**
 * Secrets that sign cookies, newest first. Without SESSION_SECRET, the first call stores a secret beside the database, so
 * that a command which signs nothing leaves no file.
 */
export function sessionSecrets(): string[] {
	secrets ??= env.SESSION_SECRET ?? [readOrMakeSecret()];
	return secrets;
}

/** Hash of what could be guessed. A new secret changes the hashes with the newest secret, and none with the oldest. */
export function keyedHash(secret: "newest" | "oldest", parts: readonly string[]): string {
	const key = sessionSecrets().at(secret === "newest" ? 0 : -1) ?? "";
	return createHmac("sha256", key).update(JSON.stringify(parts)).digest("base64url");
}

function readOrMakeSecret(): string {
	const file = join(dirname(env.DATABASE_PATH), "session-secret");
	// An existing secret is not written again, because the program must also start on a full disk.
	if (!existsSync(file)) makeSecret(file);
	const secret = readSecret(file);
	if (secret.length >= SECRET_CHARACTERS) return secret;
	return refuse(
		`${file} está dañado: borralo y se hace otro (quienes ingresaron tienen que volver a ingresar).`,
	);
}

function readSecret(file: string): string {
	try {
		return readFileSync(file, "utf8").trim();
	} catch (error) {
		if (codeOf(error) !== "EACCES") throw error;
		return refuse(
			`No hay permiso para leer ${file}, que tiene que ser del usuario del servidor: chown ${process.getuid?.()} ${shellWord(file)}`,
		);
	}
}

function refuse(message: string): never {
	process.stderr.write(`${message}\n`);
	process.exit(1);
}

function makeSecret(file: string): void {
	makeFolder(dirname(file));
	// Creating a hard link fails if the file exists, so two simultaneous first starts use the same complete secret.
	const made = `${file}.${process.pid}`;
	try {
		writeFileSync(made, randomBytes(32).toString("base64url"), { mode: 0o600 });
		try {
			linkSync(made, file);
		} catch (error) {
			// A disk without hard links, such as a folder that a virtual machine shares.
			if (codeOf(error) !== "EEXIST") copyFileSync(made, file, constants.COPYFILE_EXCL);
		}
	} catch (error) {
		if (codeOf(error) !== "EEXIST") throw error;
	} finally {
		rmSync(made, { force: true });
	}
}
