import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { parseEnv } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";

/** Tests the scripts in deploy/ for operators. Fake programs log their arguments. */
const folder = temporaryFolder();
beforeEach(() => rmSync(join(folder, "calls"), { force: true }));

describe("firewall.sh", () => {
	test("ends with mail, Google and DNS allowed, above a rule that drops the rest", () => {
		// -C asks whether a rule is there: it is not.
		fake("iptables", '[ "$1" != -C ] || exit 1');
		expect(run("firewall.sh", [])).toBe(0);
		const inserted = calls().filter((call) => call.startsWith("-I DOCKER-USER -i relevo-out "));
		expect(inserted.map((call) => call.replace("-I DOCKER-USER -i relevo-out ", "")).reverse()).toEqual([
			"-d 169.254.0.0/16 -j DROP",
			"-p udp --dport 53 -j RETURN",
			"-p tcp -m multiport --dports 53,443,465,587 -j RETURN",
			"-j DROP",
		]);
	});

	test("adds nothing that is there already, and takes the bridges of many plants", () => {
		fake("iptables", "");
		expect(run("firewall.sh", ["rv-+"])).toBe(0);
		expect(calls()).toHaveLength(4);
		for (const call of calls()) expect(call).toMatch(/^-C DOCKER-USER -i rv-\+ /);
	});
});

test("run.sh runs a command as the unit runs the server", () => {
	fake("systemd-run", "");
	expect(run("run.sh", ["data", "--", "report"])).toBe(0);
	const [call = ""] = calls();
	expect(call).toMatch(/ npm run --silent data -- report$/);
	const unit = readFileSync("deploy/relevo.service", "utf8");
	const places = unit.match(/\b(?:DATABASE_PATH|UPLOADS_DIR|OUTBOX_DIR|BACKUPS_DIR)=\S+/g) ?? [];
	expect(places).toHaveLength(4);
	for (const place of places) expect(call).toContain(`-E ${place} `);
	// Advice names run.sh and systemctl.
	for (const text of [unit, call]) expect(text).toContain(" RELEVO_UNDER_SYSTEMD=1 ");
	expect(call).toContain(`--uid=${/^User=(.+)$/m.exec(unit)?.[1]} `);
	// A restore on a new machine may come before the first start, which makes this folder.
	for (const name of ["EnvironmentFile", "StateDirectory", "StateDirectoryMode"])
		expect(call).toContain(`-p ${name}=${new RegExp(`^${name}=(.+)$`, "m").exec(unit)?.[1]} `);
});

test("the units and scripts that the documents install are there, and the settings of copies are readable", () => {
	const documents = ["quickstart", "operations"]
		.map((name) => readFileSync(`docs/${name}.md`, "utf8"))
		.join();
	const installed = documents.match(/\b[\w-]+\.(?:service|timer|env\.example|sh)\b/g) ?? [];
	expect(installed).toEqual(expect.arrayContaining(["relevo-copy.timer", "copy.env.example"]));
	expect(installed.filter((name) => !existsSync(`deploy/${name}`) && name !== "cells.sh")).toEqual([]);
	expect(parseEnv(readFileSync("deploy/copy.env.example", "utf8"))).toHaveProperty("RESTIC_REPOSITORY");
});

function fake(program: string, script: string): void {
	writeFileSync(join(folder, program), `#!/bin/sh\necho "$*" >> ${folder}/calls\n${script}\n`);
	chmodSync(join(folder, program), 0o755);
}

/** Runs a script, and returns its exit code. */
function run(script: string, args: readonly string[]): number | null {
	const PATH = `${folder}${delimiter}${process.env.PATH}`;
	return spawnSync(`deploy/${script}`, args, { env: { PATH, NODE_ENV: "test" } }).status;
}

function calls(): string[] {
	return readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
}
