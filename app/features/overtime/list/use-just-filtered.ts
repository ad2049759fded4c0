import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

const SHOWN_MS = 1000;

/**
 * Whether the list was filtered within the last second, so that a status text is shown. The text does not delay the
 * filtered list.
 * @returns that state, and a function to call when the filter is sent
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
