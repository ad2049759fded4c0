/**
 * Writes package.json's version and release, and the commit, to `build/version.txt`: "2.0.0-r3+24ba5f6". The commit comes
 * from COMMIT (a container has no repository) or from git, if known.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const { version, release } = JSON.parse(readFileSync("package.json", "utf8"));
const { COMMIT = "" } = process.env;
// Checks the form of COMMIT, because podman-compose passes the text "${COMMIT:-}" unexpanded.
const commit = /^\w+$/.test(COMMIT) ? COMMIT : commitOfRepository();
const name = `${version}-r${release}`;
writeFileSync("build/version.txt", commit ? `${name}+${commit}` : name);

function commitOfRepository() {
	const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
	return status === 0 ? stdout.trim() : "";
}
