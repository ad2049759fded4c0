/** Paths under /auth/ that are not pages, and a page with a stylesheet of its own. `work-overtime/preview` is left out, because no redirect leads to it. */
const noPages = "export|google|logout|porteria|work-overtime/export";
const accountPage = new RegExp(`^/auth/(?!(${noPages})([/?#]|$))`);

/** Whether the browser must load a URL as a document: pages outside /auth have no script. */
export function needsFullLoad(address: string): boolean {
	return !accountPage.test(address);
}
