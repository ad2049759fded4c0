import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most answers come sooner, and a flash would only disturb. */
const SHOWN_AFTER_MS = 400;

/** The sign of work while a form is sent, over the whole page, or while the next page is on its way. */
export function NavigationProgress() {
	const { state, formMethod } = useNavigation();
	if (!useIsSlow(state !== "idle")) return null;
	return formMethod === "POST" ? (
		<div className="wait">Enviando…</div>
	) : (
		<div className="wait light">Cargando…</div>
	);
}

/** Whether something has been busy for so long that it has to be said. */
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
