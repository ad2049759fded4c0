import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { takeMessage } from "~/browser/other-build";
import { NavigationProgress } from "~/ui/navigation-progress";
import { type ToastData, ToastMessage } from "~/ui/toast/toast-message";

/**
 * Where the window says what happens: the message that an action has left, and that something is on its way. It is there
 * before its texts are, so that a screen reader says them.
 */
export function StatusArea({ toast }: { toast?: ToastData }) {
	const { pathname } = useLocation();
	const [last, setLast] = useState({ toast, pathname, isShown: true, count: 0 });
	// The same words a second time are another message. Its time is its own: not that of the page's data.
	if (toast && toast !== last.toast) setLast({ toast, pathname, isShown: true, count: last.count + 1 });
	useEffect(() => {
		const waiting = takeMessage<ToastData>();
		if (waiting) setLast({ toast: waiting, pathname: location.pathname, isShown: true, count: 0 });
	}, []);
	const { isShown, count } = last;
	// A dialog stands over the page that it is about.
	const isOver = last.toast?.asDialog && last.pathname !== pathname;
	const message = isShown && !isOver && last.toast && <ToastMessage key={count} {...last.toast} />;
	const onAnimationEnd = ({ animationName }: { animationName: string }) => {
		if (animationName === "leave") setLast({ ...last, isShown: false });
	};
	const isAlert = last.toast?.kind === "error" || last.toast?.asDialog;
	return (
		<div onAnimationEnd={onAnimationEnd}>
			{isAlert && message}
			<div role="status">
				{!isAlert && message}
				<NavigationProgress />
			</div>
		</div>
	);
}
