import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each(["@simplewebauthn/server", "web-push"])(
	"the server as built loads %s only when somebody uses it",
	(name) => {
		const server = readFileSync("build/index.js", "utf8");
		const mentions = server.split("\n").filter((line) => line.includes(`"${name}"`));
		expect(mentions.length).toBeGreaterThan(0);
		// Inside a function, which the indent shows.
		for (const line of mentions) expect(line).toMatch(/^\s+.*await import\(/);
	},
);
