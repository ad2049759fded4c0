import { useEffect } from "react";
import type { CivilDate } from "~/lib/time/civil-date";
import { isCategory, isProposedTitle, proposalFor, proposedTitle } from "./categories";

/**
 * Keeps the proposed title of a new document true to the chosen kind, until the user types another. A proposed text is
 * selected when it gets the focus, so that typing replaces it.
 */
export function useProposedTexts(today: CivilDate | undefined): void {
	useEffect(() => {
		if (!today) return;
		const onChange = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement) || target.name !== "category" || !isCategory(target.value))
				return;
			const title = target.form?.elements.namedItem("title");
			if (title instanceof HTMLInputElement && isProposedTitle(title.value, today))
				title.value = proposedTitle(target.value, today);
		};
		const onFocus = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
			const isProposed =
				isProposedTitle(target.value, today) || target.value === proposalFor(today).description;
			if (isProposed) target.select();
		};
		addEventListener("change", onChange);
		addEventListener("focusin", onFocus);
		return () => {
			removeEventListener("change", onChange);
			removeEventListener("focusin", onFocus);
		};
	}, [today]);
}
