/** Addresses below /auth/ that are no pages: downloads, and what leads to Google or out of the session. */
const noPages = "export|google|logout|work-overtime/export";
const accountPage = new RegExp(`^/auth/(?!(${noPages})([/?#]|$))`);

/** Whether Remix in the browser has to load an address as a document: every other page than those of an account carries no script. */
export function needsFullLoad(address: string): boolean {
	return !accountPage.test(address);
}
