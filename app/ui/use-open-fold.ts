import { type SyntheticEvent, useEffect, useRef } from "react";

/**
 * Keeps a `<details>` element open while a field inside is invalid. After a refused submit, focuses the invalid field,
 * unless a field before the element is also invalid.
 * @returns the props of the `<details>` element
 */
export function useOpenFold(isWrong: boolean, isRefused: boolean) {
	const ref = useRef<HTMLDetailsElement>(null);
	useEffect(() => {
		const fold = ref.current;
		if (!isWrong || !fold) return;
		const wasOpen = fold.open;
		fold.open = true;
		// If the `<details>` element was open, the form library Conform has already focused the invalid field. In a
		// closed `<details>` element, Conform cannot focus a field.
		if (wasOpen || !isRefused || document.activeElement?.closest("[aria-invalid]")) return;
		fold.querySelector<HTMLElement>("[aria-invalid]")?.focus();
	}, [isWrong, isRefused]);
	const onToggle = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
		if (isWrong) currentTarget.open = true;
	};
	return { ref, onToggle };
}
