import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The page shown last. A module variable, because an error page replaces the whole document and its React state. */
let shown: { page: string; key: string } | undefined;

/**
 * After a client-side navigation, closes the menu. On a new page, also focuses the heading, so that a screen reader
 * announces the heading; on the same path with another query, only if the focused element no longer exists.
 * @param isError whether an error page is shown, which counts as a new page
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
