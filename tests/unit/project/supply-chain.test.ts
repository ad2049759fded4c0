import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import remixConfig from "../../../remix.config.js";

/** A package in a package-lock.json file. */
interface Locked {
	version?: string;
	resolved?: string;
	integrity?: string;
	hasInstallScript?: boolean;
	link?: boolean;
}

interface Lock {
	lockfileVersion: number;
	packages: Record<string, Locked>;
}

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const lock = readLock(".");
const locked = packagesOf(lock);
/** Folders with lock files of their own: other versions of Node. */
const besides = readdirSync("scripts/runtime").filter((name) => name.startsWith("node-"));

test("the framework is a maintained version, without the features that no longer get fixes", () => {
	expect(remixConfig.future).toMatchObject({ v3_singleFetch: false, v3_lazyRouteDiscovery: false });
	const pinned = { "react-router": "6.30.6", "react-router-dom": "6.30.6", "@remix-run/router": "1.23.4" };
	expect(manifest.overrides).toMatchObject(pinned);
	for (const [name, version] of Object.entries(pinned)) {
		const versions = locked.filter((entry) => entry.name === name).map((entry) => entry.version);
		expect(versions, name).toEqual([version]);
		const installed = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
		expect(installed.version).toBe(version);
	}
});

test("the driver is version 13, which includes its binaries", () => {
	const versions = locked.filter((entry) => entry.name === "better-sqlite3").map((entry) => entry.version);
	expect(versions).toEqual([expect.stringMatching(/^13\./)]);
});

describe.each([".", ...besides.map((name) => `scripts/runtime/${name}`)])("the lock file of %s", (folder) => {
	const { lockfileVersion, packages } = readLock(folder);
	const entries = packagesOf({ lockfileVersion, packages });

	test("has a hash for every package, and only the public registry", () => {
		expect(lockfileVersion).toBe(3);
		expect(entries.length).toBeGreaterThan(0);
		expect(entries.filter(({ link }) => link)).toEqual([]);
		const unsure = entries.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
		expect(unsure.map(({ path }) => path)).toEqual([]);
		const strange = entries.filter(
			({ resolved }) => resolved && !resolved.startsWith("https://registry.npmjs.org/"),
		);
		expect(strange.map(({ path }) => path)).toEqual([]);
	});

	test("has exactly the versions of the manifest", () => {
		const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
			readFileSync(join(folder, "package.json"), "utf8"),
		);
		const direct = { ...dependencies, ...devDependencies, ...optionalDependencies };
		for (const [name, version] of Object.entries(direct)) {
			expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
			expect(packages[`node_modules/${name}`]?.version, name).toBe(version);
		}
	});
});

test("no package runs an install script", () => {
	expect(readFileSync(".npmrc", "utf8")).toMatch(/^ignore-scripts=true$/m);
	const scripted = besides.flatMap((name) =>
		packagesOf(readLock(`scripts/runtime/${name}`)).filter((entry) => entry.hasInstallScript),
	);
	expect(scripted).toEqual([]);
});

/**
 * For each major version, the oldest version without a known vulnerability. The list may be incomplete. It leaves out
 * esbuild, because the project never starts esbuild's vulnerable development server.
 */
const safeSince: Readonly<Record<string, readonly string[]>> = {
	"@babel/helpers": ["7.26.10"], // CVE-2025-27789
	"@babel/runtime": ["7.26.10"], // CVE-2025-27789
	"@babel/traverse": ["7.23.2"], // CVE-2023-45133
	"@remix-run/node": ["2.17.2"], // CVE-2025-61686
	"@remix-run/router": ["1.23.2"], // CVE-2026-22029
	"@remix-run/server-runtime": ["2.17.5"], // CVE-2026-42342
	"body-parser": ["1.20.3"], // CVE-2024-45590
	"brace-expansion": ["1.1.12", "2.0.2", "4.0.1"], // CVE-2025-5889
	braces: ["3.0.3"], // CVE-2024-4068
	cookie: ["0.7.0"], // CVE-2024-47764
	"cross-spawn": ["6.0.6", "7.0.5"], // CVE-2024-21538
	express: ["4.20.0"], // CVE-2024-43796
	glob: ["10.5.0", "11.1.0"], // CVE-2025-64756
	"js-yaml": ["3.14.2", "4.1.1"], // CVE-2025-64718
	json5: ["1.0.2", "2.2.2"], // CVE-2022-46175
	"loader-utils": ["1.4.2", "2.0.4", "3.2.1"], // CVE-2022-37601, CVE-2022-37599
	lodash: ["4.17.23"], // CVE-2025-13465
	minimatch: ["3.0.5"], // CVE-2022-3517
	minimist: ["1.2.6"], // CVE-2021-44906
	nanoid: ["3.3.8", "5.0.9"], // CVE-2024-55565
	"on-headers": ["1.1.0"], // CVE-2025-7339
	"path-to-regexp": ["0.1.12"], // CVE-2024-52798
	postcss: ["8.4.31"], // CVE-2023-44270
	qs: ["6.14.1"], // CVE-2025-15284
	rollup: ["2.79.2", "3.29.5", "4.22.4"], // CVE-2024-47068
	semver: ["5.7.2", "6.3.1", "7.5.2"], // CVE-2022-25883
	send: ["0.19.0"], // CVE-2024-43799
	"serve-static": ["1.16.0"], // CVE-2024-43800
	sharp: ["0.35.0"], // CVE-2026-33327
	tar: ["7.5.19"], // GHSA-23hp-3jrh-7fpw
	"tar-fs": ["2.1.4", "3.1.1"], // CVE-2025-59343
	undici: ["6.28.0", "7.29.0", "8.9.0"], // GHSA-4cwx-7wf7-3272
	valibot: ["1.2.0"], // CVE-2025-66020
	vite: ["4.5.14", "5.4.21", "6.4.1", "7.1.11"], // CVE-2025-62522
	vitest: ["1.6.1", "2.1.9", "3.0.5"], // CVE-2025-24964
	ws: ["5.2.4", "6.2.3", "7.5.10", "8.17.1"], // CVE-2024-37890
};

describe("no package is older than the fix of a known vulnerability", () => {
	test.each(Object.entries(safeSince))("%s", (name, safe) => {
		const versions = locked.filter((entry) => entry.name === name).map((entry) => entry.version ?? "");
		expect(versions.length, "a row for a package that is not used says nothing: remove it").toBeGreaterThan(
			0,
		);
		expect(versions.filter((version) => !isSafe(version, safe))).toEqual([]);
	});

	test("the comparison of versions", () => {
		expect(isSafe("0.6.0", ["0.7.0"])).toBe(false);
		expect(isSafe("0.10.0", ["0.7.0"])).toBe(true);
		expect(isSafe("7.5.9", ["6.2.3", "7.5.10"])).toBe(false);
		expect(isSafe("7.5.10", ["6.2.3", "7.5.10"])).toBe(true);
		expect(isSafe("8.0.0", ["6.2.3", "7.5.10"])).toBe(true);
		expect(isSafe("5.9.9", ["6.2.3", "7.5.10"])).toBe(false);
	});
});

/**
 * Whether a version is at least as new as the fix of its major version. If its major version has no fix, the version is
 * safe only if it is newer than all fixes.
 * @param safe versions with the fix, one for each fixed major version, oldest first
 */
function isSafe(version: string, safe: readonly string[]): boolean {
	const parts = (text: string) => text.split(".").map((part) => Number.parseInt(part, 10));
	const [major = 0] = parts(version);
	const line = safe.find((fix) => (parts(fix)[0] ?? 0) >= major);
	if (line === undefined) return true;
	const [wanted, given] = [parts(line), parts(version)];
	const differing = wanted.findIndex((part, index) => part !== given[index]);
	return differing === -1 || (given[differing] ?? 0) > (wanted[differing] ?? 0);
}

function readLock(folder: string): Lock {
	return JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
}

function packagesOf({ packages }: Lock) {
	return Object.entries(packages)
		.filter(([path]) => path !== "")
		.map(([path, entry]) => ({ path, name: path.split("node_modules/").at(-1) ?? "", ...entry }));
}
