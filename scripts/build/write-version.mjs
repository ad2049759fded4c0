/**
 * Writes package.json's version and the commit to `build/version.txt`: "2.0.0+24ba5f6". The commit comes from
 * COMMIT (a container has no repository) or from git, if known.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { COMMIT = "" } = process.env;
// Checks the form of COMMIT, because podman-compose passes the text "${COMMIT:-}" unexpanded.
const commit = /^\w+$/.test(COMMIT) ? COMMIT : commitOfRepository();
writeFileSync("build/version.txt", commit ? `${version}+${commit}` : version);

function commitOfRepository() {
	const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
	return status === 0 ? stdout.trim() : "";
}
