/** Pattern for the paths under /auth/ that are not pages: two downloads, the sign-in at Google, and the logout. */
const noPages = "export|google|logout|work-overtime/export";
const accountPage = new RegExp(`^/auth/(?!(${noPages})([/?#]|$))`);

/** Whether the browser must load an address as a document. Pages outside /auth have no client script. */
export function needsFullLoad(address: string): boolean {
	return !accountPage.test(address);
}
