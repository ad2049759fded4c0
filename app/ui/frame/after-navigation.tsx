import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { focusTargetIn } from "~/ui/toast/list-row";

/** The page shown last. This variable is outside React's state, which an error page resets. */
let shown: { page: string; key: string } | undefined;

/**
 * Closes the menu after a navigation. On a new page focuses the heading, for screen readers, or the list row that the
 * URL's fragment names. On the same page focuses them only if no element has the focus, for example because the
 * navigation has removed the focused element.
 * @param isError an error page counts as a new page
 */
export function AfterNavigation({ isError }: { isError: boolean }) {
	const { pathname, key, hash } = useLocation();
	const page = isError ? `! ${pathname}` : pathname;
	useEffect(() => {
		const before = shown;
		shown = { page, key };
		if (!before) return;
		if (before.key !== key) document.querySelector(".menu-fold")?.removeAttribute("open");
		const hasLostFocus = before.key !== key && document.activeElement === document.body;
		if (before.page !== page || hasLostFocus) focusStart(hash);
	}, [page, key, hash]);
	return null;
}

function focusStart(hash: string): void {
	if (document.activeElement?.closest("dialog")) return;
	const row = document.getElementById(hash.slice(1))?.closest("main li");
	const heading = document.querySelector<HTMLElement>("main h1");
	if (heading) heading.tabIndex = -1;
	(focusTargetIn(row) ?? heading)?.focus({ preventScroll: true });
}
