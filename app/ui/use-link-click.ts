import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Makes a click handler for plain `<a>` elements that opens the page without a full load, like Remix's `<Link>`.
 * The menu and long pages use this handler, because rendering a `<Link>` takes the server much longer than
 * rendering an `<a>`.
 */
export function useLinkClick() {
	const navigate = useNavigate();
	return (event: MouseEvent<HTMLAnchorElement>) => {
		if (opensElsewhere(event)) return;
		event.preventDefault();
		const { pathname, search, hash, href } = event.currentTarget;
		// Opening the current page again adds no entry to the history, as with an ordinary link of the browser.
		navigate(pathname + search + hash, { replace: href === location.href });
	};
}

/** Whether a click on a link opens another tab or window, or downloads the page. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey || altKey;
}
