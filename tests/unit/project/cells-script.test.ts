import { spawnSync } from "node:child_process";
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { delimiter, join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "~/lib/env.server";
import { measure } from "~/lib/metrics/metrics.server";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * Tests which plants (installations, one per factory) cells.sh accepts and refuses, and which files it writes. A fake
 * `docker` logs its arguments.
 */
const NORTE = "norte host=norte.relevo.ejemplo.ar mail=norte@ejemplo.ar memory=600m";
const SUR = "sur host=sur.relevo.ejemplo.ar mail=sur@ejemplo.ar memory=1024m";

/** Two failures of Caddy. The fake `docker` fails when its folder and arguments match the shell pattern. */
const caddyFailures = [
	["does not start", '*/front*"up -d"'],
	["does not take the change", '*"caddy reload"*'],
] as const;

/** The folder with the installations of several plants, and a folder with fake programs. Emptied before each test. */
const [root, bin] = [temporaryFolder(), temporaryFolder()];
/** Copies of `root` in which plants have been added, by the lines that add them. */
const copies = new Map<string, string>();

beforeEach(() => {
	for (const folder of [root, bin]) {
		rmSync(folder, { recursive: true });
		mkdirSync(folder);
	}
	writeFileSync(join(root, "cells.conf"), readFileSync("deploy/cells/cells.conf.example"));
	writeFileSync(join(root, "settings.env"), "");
	// The fake docker fails for "compose" if the plant's folder lacks .env or settings.env, and for "network inspect",
	// as if no network existed. It lists one container for "compose ps", and makes the folder for "--to /data/last".
	fake(
		"docker",
		`[ "$*" = "compose version" ] || echo "docker $*" >> ${root}/calls
case "$1 $PWD" in "compose "*/cells/*) [ -e .env ] && [ -e settings.env ] || exit 1 ;; esac
case "$*" in
	"compose ps -q") echo container ;;
	*"--to /data/last") mkdir data/last ;;
	"network inspect"*) exit 1 ;;
esac`,
	);
	fake("chown", "");
	symlinkSync(resolve("deploy/cells/cells.sh"), join(bin, "cells.sh"));
});

describe("the list of plants", () => {
	const wrong: [what: string, line: string, says: string][] = [
		[
			"a name twice",
			"norte host=otra.ejemplo.ar mail=a@ejemplo.ar memory=600m",
			"«norte» ya está en la línea",
		],
		[
			"a host twice",
			"oeste host=norte.relevo.ejemplo.ar mail=a@ejemplo.ar memory=600m",
			"ya está en la línea",
		],
		["an unknown field", "oeste host=a.ejemplo.ar correo=a@ejemplo.ar memory=600m", "«correo=a@ejemplo.ar»"],
		["a field twice", "oeste host=a.ejemplo.ar host=b.ejemplo.ar", "«host» está dos veces"],
		["a missing field", "oeste host=a.ejemplo.ar memory=600m", "host=, mail= y memory="],
		["memory without a unit", "oeste host=a.ejemplo.ar mail=a@ejemplo.ar memory=600", "«memory=600»"],
		["too little memory", "oeste host=a.ejemplo.ar mail=a@ejemplo.ar memory=100m", "512m"],
		[
			"an address in place of a host",
			"oeste host=https://a.ejemplo.ar mail=a@b.ar memory=600m",
			"«host=https",
		],
		["a host without a dot", "oeste host=oeste mail=a@ejemplo.ar memory=600m", "«host=oeste»"],
		["a mail that is none", "oeste host=a.ejemplo.ar mail=ejemplo.ar memory=600m", "«mail=ejemplo.ar»"],
		[
			"a name that no network can have",
			"planta-del-norte host=a.ejemplo.ar mail=a@b.ar memory=600m",
			"12 letras",
		],
		["the name that Caddy and Prometheus have", "front host=a.ejemplo.ar mail=a@b.ar memory=600m", "«front»"],
		["a name that is a path", "../x host=a.ejemplo.ar mail=a@b.ar memory=600m", "«../x»"],
	];
	test.each(wrong)("with %s is refused with one line of text, and nothing changes", (_, line, says) => {
		list(NORTE);
		const before = readFileSync(join(root, "cells.conf"), "utf8");
		const { status, stderr, stdout } = cells(`add ${line}`);
		expect(status).toBe(1);
		expect(stdout).toBe("");
		expect(stderr).toMatch(/^[^\n]*cells\.conf, línea 2: [^\n]+ No se cambió nada\.\n$/);
		expect(stderr).toContain(says);
		expect(readFileSync(join(root, "cells.conf"), "utf8")).toBe(before);
		expect(readdirSync(root).sort()).toEqual(["cells.conf", "settings.env"]);
		// The wrong line gives the same error when the operator writes it into the list of plants by hand.
		list(NORTE, line);
		expect(cells("up")).toMatchObject({ status: 1, stderr });
	});

	test("may contain comments, blank lines, aligned columns and Windows line ends; the example file contains no plant", () => {
		expect(cells("check").stdout).toContain("Plantas: 0.");
		list("# Ours", "", NORTE.replaceAll(" ", "\t  "), `${SUR}\r`);
		expect(cells("check")).toMatchObject({ status: 0, stdout: "Sin problemas. Plantas: 2.\n" });
		const example = readFileSync("deploy/cells/cells.conf.example", "utf8");
		writeFileSync(join(root, "cells.conf"), example.replace(/^#(?=norte|sur)/gm, ""));
		expect(cells("check").stdout).toContain("Plantas: 2.");
	});
});

test("without docker compose 2, one line says what to install, and nothing changes", () => {
	fake("docker", "echo \"docker: 'compose' is not a docker command.\" >&2; exit 1");
	const before = readFileSync(join(root, "cells.conf"), "utf8");
	expect(cells(`add ${NORTE}`)).toMatchObject({
		status: 1,
		stderr: expect.stringMatching(
			/^Falta «docker compose» [^\n]+: apt-get install docker-compose-plugin [^\n]+\n$/,
		),
	});
	expect(readFileSync(join(root, "cells.conf"), "utf8")).toBe(before);
});

describe("adding a plant", () => {
	test("writes the plant's line and settings, a site for Caddy and a target for Prometheus", () => {
		expect(cells(`add ${NORTE}`).status).toBe(0);
		expect(cells(`add ${SUR}`).stdout).toContain("https://sur.relevo.ejemplo.ar");
		expect(readFileSync(join(root, "cells.conf"), "utf8")).toMatch(new RegExp(`${NORTE}\n${SUR}\n$`));
		expect(readFileSync(join(root, "cells/sur/.env"), "utf8")).toContain("CELL_MEMORY=1024m\n");
		expect(JSON.parse(readFileSync(join(root, "front/targets/plants.json"), "utf8"))).toEqual([
			{ targets: ["relevo-norte:9100"], labels: { plant: "norte" } },
			{ targets: ["relevo-sur:9100"], labels: { plant: "sur" } },
		]);
		const caddyfile = readFileSync(join(root, "front/caddy/Caddyfile"), "utf8");
		const single = readFileSync("deploy/Caddyfile", "utf8");
		for (const plant of ["norte", "sur"]) {
			const site = /^\{\$APP_URL\} \{\n[\s\S]*?^\}/m.exec(single)?.[0] ?? "";
			const own = site
				.replace("{$APP_URL}", `https://${plant}.relevo.ejemplo.ar`)
				.replace("relevo:3000", `relevo-${plant}:3000`);
			expect(own).toContain(`relevo-${plant}:3000`);
			expect(caddyfile).toContain(own);
		}
		expect(caddyfile).not.toMatch(/\{\$APP_URL\}|relevo:3000/);
		// These directives occur only once for all plants: the log's filter, and the response to unknown host names.
		expect(caddyfile.split("request>uri regexp")).toHaveLength(2);
		expect(caddyfile.split("respond 421")).toHaveLength(2);
	});

	test("connects the running Caddy and Prometheus to the plant's network, and restarts no other plant", () => {
		cells(`add ${NORTE}`);
		writeFileSync(join(root, "calls"), "");
		cells(`add ${SUR}`);
		expect(calls()).toContain("docker network connect relevo-sur_inside container\n");
		expect(calls()).toContain("caddy reload");
		expect(calls()).not.toMatch(/restart|stop|down|force-recreate/);
		expect(calls().match(/^docker compose up -d$/gm)).toHaveLength(2);
	});
});

test("a plant that could not be added stays in the list; the operator is told so and can take it off", () => {
	list(SUR);
	fake("docker", `case "$*" in *"up -d") exit 1 ;; esac`);
	expect(cells(`add ${NORTE}`)).toMatchObject({
		status: 1,
		stderr: expect.stringContaining("norte quedó en la lista: corregí la causa y corré cells.sh up"),
	});
	expect(cells("check").stdout).toContain("Plantas: 2.");
	fake("docker", "");
	expect(cells("forget norte").status).toBe(0);
	expect(readFileSync(join(root, "cells.conf"), "utf8")).toBe(`${SUR}\n`);
});

test("a Caddy that does not start is reported with the end of its log", () => {
	fake("sleep", "");
	fake(
		"docker",
		`case "$*" in *"caddy reload"*) exit 1 ;; *"logs --tail 3 caddy") echo "port 80 is taken" ;; esac`,
	);
	const { status, stderr } = cells(`add ${NORTE}`);
	expect({ status, stderr }).toEqual({
		status: 1,
		stderr: expect.stringMatching(/port 80 is taken\nCaddy no tomó/),
	});
});

test("a plant that could not be stopped stays in the list", () => {
	cells(`add ${NORTE}`);
	fake("docker", `case "$*" in *down) exit 1 ;; esac`);
	expect(cells("forget norte").status).toBe(1);
	expect(cells("check").stdout).toContain("Plantas: 1.");
});

test("a second change at the same time is refused, because it could start a plant that is being copied", () => {
	list(NORTE);
	const { status, stderr } = spawnSync("flock", [root, join(bin, "cells.sh"), "up"], {
		encoding: "utf8",
		env: env(),
	});
	expect({ status, stderr }).toEqual({
		status: 1,
		stderr: expect.stringContaining("Hay otro cells.sh andando"),
	});
	expect(readdirSync(root).sort()).toEqual(["cells.conf", "settings.env"]);
});

describe("removing a plant", () => {
	beforeEach(() => addOnce(NORTE, SUR));

	test("asks the operator to type the plant's name", () => {
		for (const typed of ["", "sur\n", "si\n"]) {
			expect(cells("remove norte", typed)).toMatchObject({ status: 1 });
			expect(existsSync(join(root, "cells/norte/.env"))).toBe(true);
		}
		expect(cells("check").stdout).toContain("Plantas: 2.");
	});

	test("keeps a last backup, the plant's settings and its line", () => {
		expect(cells("remove norte", "norte\n").status).toBe(0);
		expect(cells("check").stdout).toContain("Plantas: 1.");
		expect(readdirSync(join(root, "cells"))).toEqual(["sur"]);
		const [kept = ""] = readdirSync(join(root, "removed"));
		expect(readdirSync(join(root, "removed", kept)).sort()).toEqual(["cells.conf", "last", "settings.env"]);
		expect(readFileSync(join(root, "removed", kept, "cells.conf"), "utf8")).toBe(`${NORTE}\n`);
		expect(readFileSync(join(root, "front/caddy/Caddyfile"), "utf8")).not.toContain("norte");
	});

	test("starts the plant again when the operator's connection breaks during the last backup", () => {
		fake(
			"docker",
			`echo "docker $*" >> ${root}/calls\ncase "$*" in *"--to /data/last") kill -HUP $PPID ;; esac`,
		);
		expect(cells("remove norte", "norte\n")).toMatchObject({
			status: 1,
			stderr: expect.stringContaining("no se borró nada"),
		});
		expect(calls().trim().split("\n").at(-1)).toBe("docker compose start");
		expect(cells("check").stdout).toContain("Plantas: 2.");
	});

	test.each(caddyFailures)(
		"deletes the plant's data and says where the backup is when Caddy %s",
		(_, call) => {
			breakCaddy(call);
			const { status, stdout, stderr } = cells("remove norte", "norte\n");
			expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("corré cells.sh up") });
			expect(readdirSync(join(root, "cells"))).toEqual(["sur"]);
			const [kept = ""] = readdirSync(join(root, "removed"));
			expect(stdout).toContain(`norte está borrada. Su última copia: ${join(root, "removed", kept)}\n`);
			fake("docker", "");
			expect(cells("up").status).toBe(0);
			expect(readFileSync(join(root, "front/caddy/Caddyfile"), "utf8")).not.toContain("norte");
		},
	);

	test("says where a last backup is that lacks a damaged image, before --without-backup deletes it too", () => {
		fake("docker", `case "$*" in *"--to /data/last") mkdir -p data/last; exit 1 ;; esac`);
		const last = join(root, "cells/norte/data/last");
		const { status, stderr } = cells("remove norte", "norte\n");
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: expect.stringContaining(`guardá ${last}, si está, y`),
		});
		expect(existsSync(last)).toBe(true);
	});

	test("keeps nothing with --without-backup", () => {
		expect(cells("remove norte --without-backup", "norte\n").status).toBe(0);
		expect(existsSync(join(root, "removed"))).toBe(false);
		expect(existsSync(join(root, "cells/norte"))).toBe(false);
	});
});

describe("moving a plant", () => {
	beforeEach(() => {
		addOnce(NORTE);
		writeFileSync(join(root, "calls"), "");
		fake("rsync", `echo "rsync $*" >> ${root}/calls`);
		fake("ssh", `echo "ssh $*" >> ${root}/calls`);
	});
	test("stops and copies the plant, starts and checks it on the other machine, and only then removes it from this machine", () => {
		expect(cells("move norte root@otra").status).toBe(0);
		const order = [
			"cells.sh' check norte",
			"-aH --numeric-ids --delete --exclude /data/relevo.sqlite*",
			"docker compose stop",
			"run --silent backup",
			`-aH --numeric-ids --delete ${root}/cells/norte/ root@otra:${root}/cells/norte/`,
			`cells.sh' add ${NORTE} && cd '${root}/cells/norte' && docker compose exec -T relevo npm run --silent data -- check`,
			"docker compose down",
		];
		const found = order.map((call) => calls().indexOf(call));
		expect(found).toEqual(found.toSorted((one, other) => one - other));
		expect(found).not.toContain(-1);
		expect(cells("check").stdout).toContain("Plantas: 0.");
		expect(readdirSync(join(root, "moved"))).toHaveLength(1);
	});

	test("changes nothing when the other machine is not ready", () => {
		fake("ssh", "exit 1");
		expect(cells("move norte root@otra")).toMatchObject({
			status: 1,
			stderr: expect.stringContaining("No se cambió nada."),
		});
		expect(calls()).toBe("");
	});

	test("starts the plant again on this machine when the check on the other machine fails", () => {
		fake("ssh", `echo "ssh $*" >> ${root}/calls; case "$*" in *"data -- check") exit 1 ;; esac`);
		const { status, stderr } = cells("move norte root@otra");
		expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("sigue andando acá") });
		expect(stderr).not.toContain("puede estar andando");
		expect(calls()).toMatch(/^ssh .* forget norte$/m);
		expect(calls().trim().split("\n").at(-1)).toBe("docker compose start");
		expect(cells("check").stdout).toContain("Plantas: 1.");
		expect(existsSync(join(root, "cells/norte/.env"))).toBe(true);
	});

	test("says that the plant may run on the other machine when that machine no longer answers", () => {
		fake("ssh", `case "$*" in *" check "*) ;; *cells.sh*) exit 255 ;; esac`);
		const { status, stderr } = cells("move norte root@otra");
		expect(status).toBe(1);
		expect(stderr).toContain("norte puede estar andando en root@otra: corré allá cells.sh forget norte");
		expect(calls().trim().split("\n").at(-1)).toBe("docker compose start");
	});

	test("says that the plant must not start on this machine when it runs on the other, but could not be taken off the list", () => {
		fake("docker", `case "$*" in "compose ps -q" | "network inspect"*) ;; *down) exit 1 ;; esac`);
		const { status, stderr } = cells("move norte root@otra");
		expect(status).toBe(1);
		expect(stderr).toContain(
			"norte anda en root@otra; acá está detenida, pero sigue en la lista. No corras cells.sh up",
		);
		expect(existsSync(join(root, "cells/norte/.env"))).toBe(true);
		fake("docker", "");
		expect(cells("forget norte").status).toBe(0);
	});

	test.each(caddyFailures)("puts the folder away and says what to do when Caddy %s", (_, call) => {
		breakCaddy(call);
		const { status, stdout, stderr } = cells("move norte root@otra");
		expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("corré cells.sh up") });
		expect(stderr).not.toMatch(/No corras|sigue en la lista/);
		expect(stdout).toContain("norte anda en root@otra. Cambiá el registro DNS");
		expect(readdirSync(join(root, "cells"))).toEqual([]);
		expect(readdirSync(join(root, "moved"))).toHaveLength(1);
		fake("docker", "");
		expect(cells("up").status).toBe(0);
		expect(readFileSync(join(root, "front/caddy/Caddyfile"), "utf8")).not.toContain("norte");
	});

	test.each(["HUP", "INT", "TERM"])(
		"starts the plant again on this machine when SIG%s ends the copy",
		(signal) => {
			fake("rsync", `case "$*" in *--exclude*) ;; *) kill -${signal} $PPID ;; esac`);
			const { status, stderr } = cells("move norte root@otra");
			expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("sigue andando acá") });
			expect(calls()).not.toContain("forget norte");
			expect(calls().trim().split("\n").at(-1)).toBe("docker compose start");
		},
	);

	test("goes on when a file disappears while the running plant is copied, and says what to do after other errors", () => {
		fake("rsync", `case "$*" in *--exclude*) exit 12 ;; esac`);
		const { status, stderr } = cells("move norte root@otra");
		expect({ status, stderr }).toEqual({
			status: 1,
			stderr: expect.stringContaining(`Borrá ${root}/cells/norte en root@otra y repetí`),
		});
		expect(calls()).not.toContain("docker compose stop");
		fake("rsync", `case "$*" in *--exclude*) exit 24 ;; esac`);
		expect(cells("move norte root@otra").status).toBe(0);
	});
});

describe("the compose files", () => {
	const read = (name: string) => parse(readFileSync(name, "utf8"), { merge: true }).services;
	const single = read("deploy/compose.yaml");
	const plant = read("deploy/cells/cell.yaml").relevo;
	const front = read("deploy/cells/front.yaml");

	test("restrict a plant, Caddy and Prometheus in the same way as a single installation", () => {
		const names = ["restart", "read_only", "cap_drop", "security_opt", "logging"];
		for (const service of [plant, front.caddy, front.prometheus])
			for (const name of names) expect(service[name], name).toEqual(single.relevo[name]);
		for (const name of ["init", "tmpfs", "pids_limit", "stop_grace_period"])
			expect(plant[name], name).toEqual(single.relevo[name]);
		expect(front.caddy.image).toBe(single.caddy.image);
		expect(front.caddy.cap_add).toEqual(single.caddy.cap_add);
	});

	test("publish only the ports of Caddy, and Prometheus only to the machine itself", () => {
		expect(plant.ports).toBeUndefined();
		expect(front.caddy.ports).toEqual(single.caddy.ports);
		expect(front.prometheus.ports).toEqual(["127.0.0.1:9090:9090"]);
	});

	test("give a plant settings that Relevo accepts", () => {
		const values: Record<string, string> = { CELL_HOST: "norte.ejemplo.ar", CELL_MAIL: "norte@ejemplo.ar" };
		const settings = Object.entries<string>(plant.environment).map(([name, text]) => [
			name,
			text.replace(/\$\{(\w+)\}/g, (_, variable) => values[variable] ?? ""),
		]);
		expect(parseEnv(Object.fromEntries(settings))).toMatchObject({
			APP_URL: "https://norte.ejemplo.ar",
			MAIL_FROM: "Relevo <norte@ejemplo.ar>",
			METRICS_HOST: "0.0.0.0",
			TRUST_PROXY_HOPS: 1,
		});
	});
});

test("every alarm uses only existing metrics, and has a test", async () => {
	const text = await (await measure(createServer())).read();
	const known = Array.from(text.matchAll(/^# HELP (\w+)/gm), ([, name]) => name);
	const { groups } = parse(readFileSync("deploy/cells/alerts.yaml", "utf8"));
	const rules: { alert: string; expr: string }[] = groups[0].rules;
	expect(rules.length).toBeGreaterThan(6);
	const tested = readFileSync("deploy/cells/alerts.test.yaml", "utf8");
	for (const { alert, expr } of rules) {
		const named = expr.match(/\b(?:relevo|process)_\w+|\bup\b/g) ?? [];
		expect(named.length, alert).toBeGreaterThan(0);
		expect([...known, "up"], alert).toEqual(expect.arrayContaining(named));
		expect(tested).toContain(`alertname: ${alert}`);
	}
});

/** Calls of the fake programs, one per line. */
const calls = () => readFileSync(join(root, "calls"), "utf8");

/** Makes a fake program that the shell finds before the machine's own program. */
function fake(name: string, script: string): void {
	writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
	chmodSync(join(bin, name), 0o755);
}

/** Makes the fake `docker` fail at this call, and `sleep` return at once, because cells.sh waits between tries. */
function breakCaddy(call: string): void {
	fake("docker", `case "$PWD $*" in ${call}) exit 1 ;; *"--to /data/last") mkdir data/last ;; esac`);
	fake("sleep", "");
}

function list(...lines: string[]): void {
	writeFileSync(join(root, "cells.conf"), `${lines.join("\n")}\n`);
}

/** Adds plants with cells.sh. Each later call with these plants copies the files that the first call has kept. */
function addOnce(...plants: string[]): void {
	const lines = plants.join("\n");
	const copy = copies.get(lines);
	if (copy) {
		cpSync(copy, root, { recursive: true });
		return;
	}
	for (const plant of plants) cells(`add ${plant}`);
	const made = temporaryFolder();
	cpSync(root, made, { recursive: true });
	copies.set(lines, made);
}

/** Runs cells.sh through a symbolic link, with arguments separated by spaces and `typed` as standard input. */
function cells(command: string, typed = "") {
	return spawnSync(join(bin, "cells.sh"), command.split(" "), {
		encoding: "utf8",
		input: typed,
		env: env(),
	});
}

function env(): NodeJS.ProcessEnv {
	return { PATH: `${bin}${delimiter}${process.env.PATH}`, CELL_ROOT: root, NODE_ENV: "test" };
}
