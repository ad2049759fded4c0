import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

const SHOWN_MS = 1000;

/**
 * Lets the list show a status message for one second after the user has filtered it.
 * @returns whether to show the message now, and a function to call when the filter form is sent
 */
export function useJustFiltered(): [boolean, () => void] {
	const { key } = useLocation();
	const [sentFrom, setSentFrom] = useState<string>();
	const isShown = sentFrom !== undefined && sentFrom !== key;
	useEffect(() => {
		if (!isShown) return;
		const timer = setTimeout(() => setSentFrom(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [isShown]);
	return [isShown, () => setSentFrom(key)];
}
