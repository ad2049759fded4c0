import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { parseEnv } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * Tests when copy.sh copies, marks and forgets. A fake `restic` logs its arguments and, when the file `down` exists, does
 * nothing but unlock.
 */
const folder = temporaryFolder();
const plants = join(folder, "plants");
const bin = join(folder, "bin");
const state = join(folder, "state");
const backups = (plant: string) => join(plants, plant, "backups");

beforeEach(() => {
	rmSync(folder, { recursive: true });
	for (const made of [backups("norte"), backups("sur"), bin, state]) mkdirSync(made, { recursive: true });
	writeFileSync(
		join(bin, "restic"),
		`#!/bin/sh\necho "$@" >> ${folder}/calls\n[ ! -e ${folder}/down ] || [ "$1" = unlock ]\n`,
	);
	chmodSync(join(bin, "restic"), 0o755);
});

test("a copy of all plants is marked in each folder, without what is not finished", () => {
	expect(copy(join(plants, "*", "backups"))).toBe(0);
	expect(calls().slice(0, 2)).toEqual([
		// The lock of a killed `forget --prune` would refuse each copy from then on.
		"unlock --quiet",
		`backup --quiet --exclude=*.new --exclude=copied ${backups("norte")} ${backups("sur")}`,
	]);
	for (const plant of ["norte", "sur"]) expect(existsSync(join(backups(plant), "copied"))).toBe(true);
});

test("a copy that failed is not marked, and nothing is forgotten", () => {
	writeFileSync(join(folder, "down"), "");
	expect(copy()).not.toBe(0);
	expect(existsSync(join(backups("norte"), "copied"))).toBe(false);
	expect(calls()).toEqual(["unlock --quiet", expect.stringMatching(/^backup /)]);
});

test("once a day copies older than fourteen days are forgotten, for which the privacy policy counts a day more", () => {
	for (let time = 0; time < 2; time++) expect(copy()).toBe(0);
	const forget = "forget --quiet --group-by host --keep-within 14d --prune";
	expect(calls().filter((call) => call.startsWith("forget"))).toEqual([forget]);
	writeFileSync(join(state, "forgotten"), "2026-01-01\n");
	expect(copy()).toBe(0);
	expect(calls().filter((call) => call === forget)).toHaveLength(2);
});

test("the line for rsync, which deletes what is not here any more, copies no folder without a backup", () => {
	const line = /^ls -d .+ &&\n\ttouch .+$/m.exec(readFileSync("docs/operations.md", "utf8"))?.[0] ?? "";
	writeFileSync(join(bin, "rsync"), `#!/bin/sh\necho "rsync $@" >> ${folder}/calls\n`);
	chmodSync(join(bin, "rsync"), 0o755);
	const script = line.replaceAll("/var/lib/relevo/backups", backups("norte"));
	const run = () => spawnSync("sh", ["-c", script], { env: environment() }).status;
	expect(run()).not.toBe(0);
	expect(readdirSync(backups("norte"))).toEqual([]);
	mkdirSync(join(backups("norte"), "2026-11-21T06-00-03Z"));
	expect(run()).toBe(0);
	expect(calls()).toEqual([expect.stringMatching(/^rsync -a --delete .+ backup@elsewhere:relevo\/$/)]);
	expect(existsSync(join(backups("norte"), "copied"))).toBe(true);
});

test("the operator is told how to delete what a former machine has copied, which no timer forgets, and what a restore has fetched", () => {
	expect(readFileSync("docs/operations.md", "utf8")).toContain(
		". /etc/relevo-copy.env && restic forget --group-by '' --keep-within 14d --prune)",
	);
	expect(readFileSync("docs/quickstart.md", "utf8")).toContain("then: rm -r /srv/copy\n");
	expect(readFileSync("docs/privacy.md", "utf8")).toContain("those of a machine that is gone");
});

test("the timer, its unit, the settings and the script fit together", () => {
	expect(existsSync("deploy/relevo-copy.timer")).toBe(true);
	const unit = readFileSync("deploy/relevo-copy.service", "utf8");
	const script = /^ExecStart=\/opt\/relevo\/(.+)$/m.exec(unit)?.[1] ?? "";
	expect(basename(script)).toBe("copy.sh");
	expect(existsSync(script)).toBe(true);
	const example = parseEnv(readFileSync("deploy/copy.env.example", "utf8"));
	expect(Object.keys(example)).toEqual(
		expect.arrayContaining(["BACKUPS", "RESTIC_REPOSITORY", "RESTIC_PASSWORD_FILE"]),
	);
});

/** Runs copy.sh, and returns its exit code. */
function copy(folders = backups("norte")): number | null {
	const env = { ...environment(), BACKUPS: folders, STATE_DIRECTORY: state };
	return spawnSync("deploy/copy.sh", { env }).status;
}

function environment() {
	return { PATH: `${bin}${delimiter}${process.env.PATH}`, NODE_ENV: "test" } as const;
}

function calls(): string[] {
	return readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
}
