import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** Most answers come sooner, and a flash would only disturb. */
const SHOWN_AFTER_MS = 400;

/** The sign of work while a form is sent, over the whole page, or while the next page is on its way. */
export function Waiting() {
	const { state, formMethod } = useNavigation();
	if (!useIsLong(state !== "idle")) return null;
	return formMethod === "POST" ? (
		<div className="wait">Enviando…</div>
	) : (
		<div className="wait light">Cargando…</div>
	);
}

/** Whether something has been busy for so long that it has to be said. */
export function useIsLong(isBusy: boolean): boolean {
	const [isLong, setLong] = useState(false);
	useEffect(() => {
		if (!isBusy) return;
		const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS);
		return () => {
			clearTimeout(timer);
			setLong(false);
		};
	}, [isBusy]);
	return isBusy && isLong;
}
