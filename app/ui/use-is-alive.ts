import { useSyncExternalStore } from "react";

/** Whether the page is hydrated, for parts that only work then. False on the server and in the first render. */
export function useIsAlive(): boolean {
	return useSyncExternalStore(
		() => () => {},
		() => true,
		() => false,
	);
}
