import { readFileSync } from "node:fs";
import { parseEnv as parseDotEnv } from "node:util";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv, settingNames } from "~/lib/env.server";
import { memorySettings } from "../../../scripts/memory-settings.mjs";
import { readFinalStage } from "../../support/server/container-folder";

/**
 * Tests of installation, secrets and privileges in the Dockerfile and the compose file. container.test.ts runs the
 * program as in the container.
 */
const dockerfile = readFileSync("Dockerfile", "utf8");
const stage = readFinalStage();
const compose = parse(readFileSync("deploy/compose.yaml", "utf8"), { merge: true });
const relevo = compose.services.relevo;

test("podman without compose believes the same proxies and has no swap either", () => {
	const [command = ""] = /podman run -d[^`]*/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
	for (const [name, value] of Object.entries(relevo.environment))
		expect(command).toContain(` --env=${name}=${value} `);
	expect(command).toContain(` --memory ${relevo.mem_limit} --memory-swap=${relevo.memswap_limit} `);
});

describe("the Dockerfile", () => {
	test("passes its linter", () => {
		expect(validate(dockerfile)).toEqual([]);
	});

	test("starts from images of a pinned version, and copies files from nowhere else", () => {
		const parsed = DockerfileParser.parse(dockerfile);
		const own = parsed.getFROMs().map((from) => from.getBuildStage());
		const images = parsed.getFROMs().map((from) => from.getImage());
		expect(images.filter((image) => !own.includes(image))).toEqual([
			"node:24-bookworm-slim",
			"node:24-bookworm-slim",
		]);
		const keywords = parsed.getInstructions().map((instruction) => instruction.getKeyword());
		expect(keywords).not.toContain("ADD");
		// The only build argument is the commit, so no argument changes what is installed.
		expect(dockerfile.match(/^ARG .*$/gm)).toEqual(["ARG COMMIT"]);
	});

	test("runs without a shell, as an unprivileged user, and writes only to its volume", () => {
		// Without an empty ENTRYPOINT the Node image runs its own entrypoint.
		expect(dockerfile).toMatch(/^ENTRYPOINT \[\]$/m);
		expect(stage.command).toEqual(["node", "scripts/serve.mjs"]);
		expect(stage.healthCheck[0]).toBe("node");
		expect(stage.user).toEqual({ uid: 1000, gid: 1000 });
		const places = Object.entries(stage.env).filter(([name]) => /_(PATH|DIR|TMPDIR)$/.test(name));
		expect(places.map(([name]) => name).sort()).toEqual([
			"BACKUPS_DIR",
			"DATABASE_PATH",
			"OUTBOX_DIR",
			"SQLITE_TMPDIR",
			"UPLOADS_DIR",
		]);
		for (const [name, place] of places) expect(`${place}/`, name).toMatch(/^\/data\//);
		expect(stage.volume).toBe("/data");
	});

	test("has the memory settings of npm start, and no secret", () => {
		expect(stage.env).toMatchObject({ ...memorySettings, NODE_ENV: "production" });
		expect(Object.keys(stage.env).filter((name) => /SECRET|PASSWORD|SMTP|KEY|TOKEN/.test(name))).toEqual([]);
	});

	test("copies only what .dockerignore lets through", () => {
		const allowed = linesOf(".dockerignore").flatMap((line) => (line.startsWith("!") ? [line.slice(1)] : []));
		expect(linesOf(".dockerignore")[0]).toBe("*");
		const instructions = DockerfileParser.parse(dockerfile).getCOPYs();
		const sources = instructions
			.filter((copy) => !copy.getFromFlag())
			.flatMap((copy) =>
				copy
					.getArguments()
					.slice(0, -1)
					.map((word) => word.getValue()),
			);
		expect(sources).toContain("package-lock.json");
		const isAllowed = (source: string) =>
			allowed.some((path) => `${source}/`.startsWith(`${path}/`) || path.startsWith(`${source}/`));
		expect(sources.filter((source) => !isAllowed(source))).toEqual([]);
		const data = ["db/data", "uploads", ".git", ".env", "node_modules", "build", "deploy", "db"];
		expect(allowed.filter((path) => data.includes(path))).toEqual([]);
	});
});

describe("the compose file", () => {
	test.each(Object.entries<typeof relevo>(compose.services))("confines %s", (name, service) => {
		expect(service).toMatchObject({
			read_only: true,
			cap_drop: ["ALL"],
			security_opt: ["no-new-privileges:true"],
			tmpfs: [expect.stringMatching(/^\/tmp:size=\d+m,(mode=1777,)?noexec,nosuid,nodev$/)],
			restart: "unless-stopped",
			logging: { driver: "json-file", options: { "max-size": "10m", "max-file": "5" } },
		});
		expect(service.mem_limit).toMatch(/^\d+m$/);
		expect(service.pids_limit).toBeGreaterThan(0);
		// Caddy listens on ports below 1024.
		expect(service.cap_add).toEqual(name === "caddy" ? ["NET_BIND_SERVICE"] : undefined);
		for (const right of ["privileged", "user", "devices", "pid", "ipc", "network_mode", "userns_mode"])
			expect(service).not.toHaveProperty(right);
	});

	test("both services fit into a machine with 1 GB of memory", () => {
		const megabytes = Object.values<typeof relevo>(compose.services).map((one) =>
			Number.parseInt(one.mem_limit, 10),
		);
		expect(megabytes.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(750);
		expect(relevo.mem_limit).toBe("600m");
	});

	test("only Caddy publishes ports, and it is the only trusted proxy", () => {
		const published = Object.entries<typeof relevo>(compose.services).filter(([, { ports }]) => ports);
		expect(published.map(([name]) => name)).toEqual(["caddy"]);
		expect(compose.services.caddy.depends_on).toEqual(["relevo"]);
		expect(compose.networks.inside).toEqual({ internal: true });
		const shared = relevo.networks.filter((name: string) => compose.services.caddy.networks.includes(name));
		expect(shared).toEqual(["inside"]);
		expect(relevo.environment).toEqual({ TRUST_PROXY_HOPS: "1" });
	});

	test("the program gets more time to stop than it needs at most, and an init process forwards the signal", () => {
		expect(relevo).toMatchObject({ init: true, stop_grace_period: "30s" });
	});

	test("the compose file names the volume and the health check of the image", () => {
		expect(relevo.volumes).toEqual([`data:${stage.volume}`]);
		const { test: check, retries, ...times } = relevo.healthcheck;
		expect(check).toEqual(["CMD", ...stage.healthCheck]);
		expect({ ...times, retries: String(retries) }).toEqual(stage.healthCheckOptions);
	});
});

test.each([
	["compose.yaml", "quickstart.md", /^\*\*Update\*\*/m],
	["cells/front.yaml", "cells.md", /^## Updating/m],
])(
	"of %s, each service with a mounted file is restarted by the update of %s: it would keep the old file",
	(file, document, start) => {
		const { services } = parse(readFileSync(`deploy/${file}`, "utf8"));
		const withFile = Object.keys(services).filter((name) =>
			services[name].volumes.some((volume: string) => volume.startsWith("./")),
		);
		const [, update = ""] = readFileSync(`docs/${document}`, "utf8").split(start);
		expect(withFile).toHaveLength(1);
		for (const name of withFile) expect(update.split(/^#/m)[0]).toContain(`docker compose restart ${name}`);
	},
);

test.each(["nginx", "traefik"])("with %s in place of Caddy, nothing is published to the world", (proxy) => {
	const { services } = parse(readFileSync(`deploy/compose.${proxy}.yaml`, "utf8"));
	expect(services.caddy).toEqual({ profiles: ["unused"] });
	for (const port of services.relevo.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
	// Relevo believes one proxy, as behind Caddy.
	expect(services.relevo).not.toHaveProperty("environment");
});

test("nginx's log has neither queries, nor secret addresses of calendars, nor addresses of visitors", () => {
	const settings = readFileSync("deploy/nginx.conf", "utf8");
	const [, format = ""] = /^log_format relevo '(.+)';$/m.exec(settings) ?? [];
	expect(format.match(/\$\w+/g)).toEqual([
		"$time_iso8601",
		"$status",
		"$request_method",
		"$relevo_path",
		"$request_time",
	]);
	// $uri is the path without its query.
	expect(settings).toMatch(
		/^map \$uri \$relevo_path \{\n\tdefault \$uri;\n\t~\*\^\/feeds\/ \/feeds\/\*;\n\}$/m,
	);
	expect(settings).toContain("proxy_set_header X-Forwarded-For $remote_addr;");
});

test("Caddy's log leaves out the token of a mailed link and the secret address of a calendar", () => {
	const [, pattern = "", replacement = ""] =
		/request>uri regexp "\(\?i\)(.+)" "(.+)"/.exec(readFileSync("deploy/Caddyfile", "utf8")) ?? [];
	const logged = (uri: string) => uri.replaceAll(new RegExp(pattern, "gi"), replacement);
	expect(logged("/auth/reset-pass?a=1&token=SECRET&b=2")).toBe("/auth/reset-pass?a=1&token=*&b=2");
	expect(logged("/auth/reset-pass?TOKEN=SECRET")).toBe("/auth/reset-pass?TOKEN=*");
	expect(logged("/feeds/SECRET.ics?x=1")).toBe("/feeds/*");
	expect(logged("/Feeds/SECRET.ics")).toBe("/Feeds/*");
	expect(logged("/home?inicio=1&x=token")).toBe("/home?inicio=1&x=token");
});

test("the example settings are valid, and the README describes each setting and no other", () => {
	const example = parseDotEnv(readFileSync("deploy/.env.example", "utf8"));
	expect(parseEnv(example).APP_URL).toBe("https://relevo.ejemplo.ar");
	const readme = readFileSync("README.md", "utf8");
	const [, section = ""] = /^## Settings$(.*?)^## /ms.exec(readme) ?? [];
	const described = new Set(Array.from(section.matchAll(/`([A-Z_]{4,})`/g), ([, name = ""]) => name));
	// Whoever starts the program sets NODE_ENV.
	expect([...described.add("NODE_ENV")].toSorted()).toEqual([...settingNames].toSorted());
	expect(Object.keys(example).filter((name) => !described.has(name))).toEqual([]);
});

function linesOf(path: string): string[] {
	return readFileSync(path, "utf8")
		.split("\n")
		.filter((line) => line && !line.startsWith("#"));
}
