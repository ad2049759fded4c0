import { readFileSync } from "node:fs";
import { join } from "node:path";
import address from "~/styles/index.css";
import personAddress from "~/styles/person.css";

/**
 * Public pages' stylesheet, inlined to save a request before the first paint. Its hash is in the
 * Content-Security-Policy.
 */
export const stylesheet = read(address);

/** Stylesheet of the pages below /auth. */
export const personStylesheet = read(personAddress);

function read(builtAddress: string): string {
	return readFileSync(join("public", builtAddress), "utf8")
		.replace(/\/\*[\s\S]*?\*\//g, "")
		.trim();
}
