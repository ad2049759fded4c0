import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** What was shown last in this window, since it came alive. An error page replaces the whole document and all that is in it. */
let shown: { page: string; key: string } | undefined;

/**
 * What a browser does by itself when it loads a page, for those that Remix shows: the menu is closed, and the heading of a
 * new page has the focus, so that a screen reader says it and the keyboard goes on from there. An address that differs by
 * its query alone (a filter, a form that came back) is the same page: whoever is on it stays where they are, unless what
 * they pressed has gone.
 * @param isError whether it is an error page, which is another one than the page of its address
 */
export function AfterNavigation({ isError }: { isError: boolean }) {
	const { pathname, key } = useLocation();
	const page = isError ? `! ${pathname}` : pathname;
	useEffect(() => {
		const before = shown;
		shown = { page, key };
		if (!before) return;
		if (before.key !== key) closeMenu();
		const hasLostFocus = before.key !== key && document.activeElement === document.body;
		if (before.page !== page || hasLostFocus) focusHeading();
	}, [page, key]);
	return null;
}

function closeMenu(): void {
	const menu = document.getElementById("menu");
	if (menu?.popover) menu.hidePopover();
	document.querySelector(".menu-fold")?.removeAttribute("open");
}

function focusHeading(): void {
	const heading = document.querySelector<HTMLElement>("main h1");
	if (!heading || document.activeElement?.closest("dialog")) return;
	heading.tabIndex = -1;
	heading.focus({ preventScroll: true });
}
