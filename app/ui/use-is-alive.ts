import { useSyncExternalStore } from "react";

/**
 * Whether the page is hydrated, for parts that work only on a hydrated page. False on the server and in the first
 * render.
 */
export function useIsAlive(): boolean {
	return useSyncExternalStore(
		() => () => {},
		() => true,
		() => false,
	);
}
