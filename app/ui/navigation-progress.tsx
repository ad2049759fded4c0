import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Delay before the progress sign appears. Most responses arrive sooner, and a flashing sign would only distract. */
const SHOWN_AFTER_MS = 400;

/** Progress sign: covers the page while a form is sent, and is small while the next page loads. */
export function NavigationProgress() {
	const { state, formMethod } = useNavigation();
	if (!useIsSlow(state !== "idle")) return null;
	const [look, text] = formMethod === "POST" ? ["wait", "Enviando…"] : ["wait light", "Cargando…"];
	return <div className={look}>{text}</div>;
}

/** Whether `isBusy` has been true for `SHOWN_AFTER_MS`. */
export function useIsSlow(isBusy: boolean): boolean {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		if (!isBusy) return;
		const timer = setTimeout(() => setSlow(true), SHOWN_AFTER_MS);
		return () => {
			clearTimeout(timer);
			setSlow(false);
		};
	}, [isBusy]);
	return isBusy && isSlow;
}
