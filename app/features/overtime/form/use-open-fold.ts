import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * Keeps a `<details>` open while a field in it is wrong, so that its message is visible. After a refused submit it focuses
 * the first wrong field in it, unless a field before it has the focus.
 * @returns the props of the element
 */
export function useOpenFold(isWrong: boolean, isRefused: boolean) {
	const ref = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const fold = ref.current;
		if (!isWrong || !fold) return;
		const wasOpen = fold.open;
		fold.open = true;
		// Conform cannot focus a folded field.
		if (wasOpen || !isRefused || document.activeElement?.matches("[aria-invalid]")) return;
		fold.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isWrong, isRefused]);
	const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
		if (isWrong) currentTarget.open = true;
	};
	return { ref, onToggle };
}
