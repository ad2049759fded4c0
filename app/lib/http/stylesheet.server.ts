import { readFileSync } from "node:fs";
import { join } from "node:path";
import address from "~/styles/index.css";
import personAddress from "~/styles/person.css";

/**
 * The stylesheet of public pages, minified by the compiler. It is inlined in the document, which saves a request
 * before the first paint. Its hash is in the Content-Security-Policy.
 */
export const stylesheet = read(address);

/**
 * The stylesheet of the pages below /auth. It contains the stylesheet of public pages, and is inlined in the same
 * way.
 */
export const personStylesheet = stylesheet + read(personAddress);

function read(builtAddress: string): string {
	return readFileSync(join("public", builtAddress), "utf8")
		.replace(/\/\*[\s\S]*?\*\//g, "")
		.trim();
}
