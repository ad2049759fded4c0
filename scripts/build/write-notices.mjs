/**
 * Writes the licenses of all packages in a running Relevo to `build/third-party-notices.txt`. Most licenses require
 * this.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LICENSE_FILE = /^(licen[cs]e|copying|notice)/i;

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const notices = Object.entries(packages)
	// Leaves out Relevo itself (key ""), development packages, and packages for other systems, which are not
	// installed.
	.filter(([folder, { dev }]) => folder !== "" && !dev && existsSync(folder))
	.map(([folder, { version, license }]) => {
		const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
		return [`${name} ${version} (${license ?? "see below"})`, ...licenseTexts(folder)].join("\n\n");
	});
const line = `\n\n${"-".repeat(80)}\n\n`;
writeFileSync("build/third-party-notices.txt", `${[...new Set(notices)].sort().join(line)}\n`);

/** @param {string} folder */
function licenseTexts(folder) {
	return readdirSync(folder)
		.filter((name) => LICENSE_FILE.test(name) && !/\.(m?js|ts|json)$/.test(name))
		.map((name) => readFileSync(join(folder, name), "utf8").trim());
}
