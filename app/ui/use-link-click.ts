import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Click handler that opens an `<a>` without a full load, like a `<Link>`, which the server renders much more slowly.
 */
export function useLinkClick() {
	const navigate = useNavigate();
	return (event: MouseEvent) => {
		const link = linkOf(event);
		// A link with a click handler of its own, such as one that opens a dialog, has prevented the default.
		if (!link || event.defaultPrevented || opensElsewhere(event)) return;
		event.preventDefault();
		const { pathname, search, hash, href } = link;
		// Opening the current page again adds no history entry.
		navigate(pathname + search + hash, { replace: href === location.href });
	};
}

/** The clicked link, also if a parent of the link has the click handler. */
export function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
	return target instanceof Element ? target.closest("a") : null;
}

/** Whether a click opens another tab or window, or downloads the page. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey || altKey;
}
