import { useEffect, useRef } from "react";
import { OTHER } from "~/lib/forms/other-choice";

/**
 * Selects the worker's own shift whenever the form's date changes, until the user selects a shift.
 * @param form id of the form
 * @param own the worker's shifts by date; "" without a shift
 * @param isProposed whether the initial shift is neither typed nor stored
 */
export function useOwnShift(form: string, own: Readonly<Record<string, string>>, isProposed: boolean): void {
	const isChosen = useRef(!isProposed);
	useEffect(() => {
		const element = document.forms.namedItem(form);
		if (!element) return;
		// Keeps a shift that the user has selected before hydration.
		if (radiosOf(element, "shift").some((radio) => radio.checked !== radio.defaultChecked))
			isChosen.current = true;
	}, [form]);
	useEffect(() => {
		const element = document.forms.namedItem(form);
		if (!element) return;
		const choose = () => {
			if (!isChosen.current && chooseShift(element, own[dateOf(element)] ?? "")) isChosen.current = false;
		};
		const onInput = ({ target }: Event) => {
			if (!(target instanceof HTMLInputElement)) return;
			if (/shift$/i.test(target.name)) isChosen.current = true;
			if (/date$/i.test(target.name)) choose();
		};
		choose();
		element.addEventListener("input", onInput);
		return () => element.removeEventListener("input", onInput);
	}, [form, own]);
}

function radiosOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
	return Array.from(form.querySelectorAll<HTMLInputElement>(`[type=radio][name=${name}]`));
}

function dateOf(form: HTMLFormElement): string {
	const chosen = radiosOf(form, "date").find(({ checked }) => checked)?.value ?? "";
	return chosen === OTHER ? (form.querySelector<HTMLInputElement>("[name=otherDate]")?.value ?? "") : chosen;
}

/**
 * Selects the radio button of a shift, and dispatches an `input` event if the selection changes.
 * @returns whether the selection has changed
 */
function chooseShift(form: HTMLFormElement, letter: string): boolean {
	const changed = radiosOf(form, "shift").filter((radio) => radio.checked !== (radio.value === letter));
	for (const radio of changed) radio.checked = radio.value === letter;
	changed[0]?.dispatchEvent(new Event("input", { bubbles: true }));
	return changed.length > 0;
}
