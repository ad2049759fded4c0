import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * Keeps a `<details>` open while something in it is wrong, so that the message is seen. Where that was found by a try to
 * send, its first wrong field has the focus, unless one before it has.
 * @returns what the element needs
 */
export function useOpenFold(isWrong: boolean, isRefused: boolean) {
	const ref = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const fold = ref.current;
		if (!isWrong || !fold) return;
		const wasOpen = fold.open;
		fold.open = true;
		// A field that was folded could not take the focus that conform gave it.
		if (wasOpen || !isRefused || document.activeElement?.matches("[aria-invalid]")) return;
		fold.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isWrong, isRefused]);
	const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
		if (isWrong) currentTarget.open = true;
	};
	return { ref, onToggle };
}
