import { useNavigate } from "@remix-run/react";
import { type MouseEvent as ReactMouseEvent, useEffect } from "react";
import { needsFullLoad } from "~/lib/http/needs-full-load";

/** The clicked link, also if a parent of the link has the click handler. */
export function linkOf({ target }: { target: EventTarget | null }): HTMLAnchorElement | null {
	const link = target instanceof Element ? target.closest("a") : null;
	return link instanceof HTMLAnchorElement ? link : null;
}

/** Whether a click opens another tab or window, or downloads the page. */
export function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: ReactMouseEvent | MouseEvent) {
	return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}

/**
 * Opens ordinary links to pages that run script without a full load. So no page needs a link of its own for that. A link
 * that has to load its page anew, for example to empty a form, says `target="_self"`.
 */
export function useOrdinaryLinks(): void {
	const navigate = useNavigate();
	useEffect(() => {
		const onClick = (event: MouseEvent) => {
			const link = linkOf(event);
			// A link with a click handler of its own, such as one that opens a dialog, has prevented the default.
			if (!link || event.defaultPrevented || opensElsewhere(event)) return;
			const { origin, pathname, search, hash, href } = link;
			const isElsewhere = origin !== location.origin || Boolean(link.target) || link.hasAttribute("download");
			const isPlaceHere = link.getAttribute("href")?.startsWith("#");
			if (isElsewhere || isPlaceHere || needsFullLoad(pathname)) return;
			event.preventDefault();
			// Opening the current page again adds no history entry.
			navigate(pathname + search + hash, { replace: href === location.href });
		};
		// React's own handlers are at the document, so they come first.
		addEventListener("click", onClick);
		return () => removeEventListener("click", onClick);
	}, [navigate]);
}
