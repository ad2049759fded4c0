import { createServer } from "node:http";
import { afterAll, beforeAll } from "vitest";

/** A site of another origin (127.0.0.1 instead of "localhost"), whose HTML the test sets. */
export interface OtherSite {
	origin: string;
	html: string;
}

/** Serves `html`, at first empty, at every URL of another origin during all tests of a file. */
export function otherSiteForFile(): OtherSite {
	const site: OtherSite = { origin: "", html: "" };
	const server = createServer((_, response) =>
		response.setHeader("Content-Type", "text/html").end(site.html),
	);
	beforeAll(async () => {
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		site.origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
	});
	afterAll(() => {
		server.close();
	});
	return site;
}
