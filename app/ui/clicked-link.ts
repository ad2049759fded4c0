import type { MouseEvent as ReactMouseEvent } from "react";

/** The clicked link, also if a parent of the link has the click handler. */
export function linkOf({ target }: { target: EventTarget | null }): HTMLAnchorElement | null {
	const link = target instanceof Element ? target.closest("a") : null;
	return link instanceof HTMLAnchorElement ? link : null;
}

/** Whether a click opens another tab or window, or downloads the page. */
export function opensElsewhere({
	ctrlKey,
	metaKey,
	shiftKey,
	altKey,
}: ReactMouseEvent | MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey || altKey;
}
