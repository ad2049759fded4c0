import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Click handler that opens an `<a>` without a full load, like Remix's `<Link>`, which the server renders much more
 * slowly.
 */
export function useLinkClick() {
	const navigate = useNavigate();
	return (event: MouseEvent<HTMLAnchorElement>) => {
		if (opensElsewhere(event)) return;
		event.preventDefault();
		const { pathname, search, hash, href } = event.currentTarget;
		// Opening the current page again adds no history entry.
		navigate(pathname + search + hash, { replace: href === location.href });
	};
}

/** Whether a click opens another tab or window, or downloads the page. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey || altKey;
}
