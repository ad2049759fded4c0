import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";

/**
 * Makes a click handler with which a plain `<a>` opens its page without a full load, like Remix's `<Link>`. The
 * menu and long pages use it, because a `<Link>` takes the server much longer to render than an `<a>`.
 */
export function useLinkClick() {
	const navigate = useNavigate();
	return (event: MouseEvent<HTMLAnchorElement>) => {
		if (opensElsewhere(event)) return;
		event.preventDefault();
		const { pathname, search, hash, href } = event.currentTarget;
		// As with a link of the browser's own, opening the page once more adds no entry to the history.
		navigate(pathname + search + hash, { replace: href === location.href });
	};
}

/** Whether a click on a link opens another tab or window, or downloads the page. */
export function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
	return ctrlKey || metaKey || shiftKey || altKey;
}
