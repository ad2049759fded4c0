import { useSyncExternalStore } from "react";

/** Whether the page is hydrated; false on the server and in the render that hydrates the page. */
export function useIsAlive(): boolean {
	return useSyncExternalStore(
		() => () => {},
		() => true,
		() => false,
	);
}
