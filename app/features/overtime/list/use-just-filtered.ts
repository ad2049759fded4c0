import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";

const SHOWN_MS = 1000;

/**
 * Whether the list that stands there was filtered within this second: it is right from the start, and nothing
 * waits for the sign that says so.
 * @returns that, and what to call when the filter is sent
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
