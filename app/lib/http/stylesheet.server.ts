import { readFileSync } from "node:fs";
import { join } from "node:path";
import address from "~/styles/index.css";

/**
 * The only stylesheet of the site, minified by the compiler. It is inlined in every document, which saves a request
 * before the first paint. Its hash is in the Content-Security-Policy.
 */
export const stylesheet = readFileSync(join("public", address), "utf8")
	.replace(/\/\*[\s\S]*?\*\//g, "")
	.trim();
