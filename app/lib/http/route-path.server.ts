/** Whether Remix in the browser asks for data of one route. */
export function isDataRequest(url = "/"): boolean {
	return url.includes("?") && new URLSearchParams(url.slice(url.indexOf("?"))).has("_data");
}

/**
 * The path of an address in the one spelling that our tables know. Remix finds a route by others too:
 * `/AUTH/Login/`, `/%61uth/login`, `/x/../auth/login`.
 */
export function routePath(url: string | undefined): string {
	const { pathname } = new URL(url ?? "/", "http://localhost");
	return decodeURIComponent(pathname).toLowerCase().replace(/\/+$/, "");
}
