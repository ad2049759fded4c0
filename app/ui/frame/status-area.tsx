import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { takeMessage } from "~/browser/other-build";
import type { Toast } from "~/lib/http/toast.server";
import { NavigationProgress } from "~/ui/navigation-progress";
import { ToastMessage } from "~/ui/toast/toast-message";

/**
 * Shows the toast (a short message) and the progress sign. The element with `role="status"` exists before its text, so
 * that screen readers announce the text.
 */
export function StatusArea({ toast }: { toast?: Toast }) {
	const here = useLocation();
	const { pathname } = here;
	const [last, setLast] = useState({ toast, pathname, isShown: true, count: 0 });
	// A new toast is shown for its full time, even if it has the same text as the previous toast.
	if (toast && toast !== last.toast) setLast({ toast, pathname, isShown: true, count: last.count + 1 });
	useEffect(() => {
		const kept = takeMessage<Toast>();
		if (!kept || toast) return;
		setLast(({ count }) => ({ toast: kept, pathname: here.pathname, isShown: true, count: count + 1 }));
	}, [toast, here]);
	const { isShown, count } = last;
	const { kind, asDialog } = last.toast ?? {};
	// A dialog toast is shown only on the page on which it appeared first.
	const isElsewhere = asDialog && last.pathname !== pathname;
	const message = isShown && !isElsewhere && last.toast && <ToastMessage key={count} {...last.toast} />;
	const onAnimationEnd = ({ animationName }: { animationName: string }) => {
		if (animationName === "leave") setLast({ ...last, isShown: false });
	};
	const isAlert = kind === "error" || asDialog;
	return (
		<div className={message && !asDialog ? "toasted" : undefined} onAnimationEnd={onAnimationEnd}>
			{isAlert && message}
			<div role="status">
				{!isAlert && message}
				<NavigationProgress />
			</div>
		</div>
	);
}
