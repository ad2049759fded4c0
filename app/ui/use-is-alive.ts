import { useSyncExternalStore } from "react";

/** Whether the page has come alive in the browser: for what only works then. Its place has to be there before. */
export function useIsAlive(): boolean {
	return useSyncExternalStore(
		() => () => {},
		() => true,
		() => false,
	);
}
