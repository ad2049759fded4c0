import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** The page shown last. This variable is outside React's state, which an error page resets. */
let shown: { page: string; key: string } | undefined;

/**
 * Closes the menu after a navigation. On a new page focuses the heading, for screen readers. On the same page focuses
 * the heading only if no element has the focus, for example because the navigation has removed the focused element.
 * @param isError an error page counts as a new page
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
