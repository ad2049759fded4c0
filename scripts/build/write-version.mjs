/**
 * Writes the version of this build to `build/version.txt`: the version of package.json and the commit, such as
 * "2.0.0+24ba5f6". The commit comes from the variable COMMIT (in a container, which has no repository) or from git; it
 * is left out when neither knows it.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const { COMMIT = "" } = process.env;
// podman-compose passes the text "${COMMIT:-}" without expanding the variable.
const commit = /^\w+$/.test(COMMIT) ? COMMIT : commitOfRepository();
writeFileSync("build/version.txt", commit ? `${version}+${commit}` : version);

function commitOfRepository() {
	const { status, stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
	return status === 0 ? stdout.trim() : "";
}
