import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

const SHOWN_MS = 1000;

/**
 * Whether the list was filtered within the last second, so that the page shows a status message. The status message
 * does not delay the list.
 * @returns whether to show the message, and a function to call when the filter form is sent
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
