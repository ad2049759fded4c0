/**
 * Whether a route's `handle` asks for React in the browser: `handle = { hydrate: true }`.
 * A page without it works whole by HTML and carries no script.
 */
export function asksToHydrate(handle: unknown): boolean {
	return typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true;
}
