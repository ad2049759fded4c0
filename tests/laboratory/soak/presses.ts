/** The forms that people fill in, each with a word of nobody else. */
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import type { SoakPhone } from "./soak-phone";

export type FormKind = "extra" | "days" | "slip";

/** A form that was filled in and sent. */
export interface Press {
	kind: FormKind;
	/** Who typed it. */
	owner: string;
	/** Word in the form that occurs nowhere else. */
	word: string;
	/** Where the answer led, or its status; empty without answer. */
	answer: string;
	/** Whether the answer said that what was typed is safe: the receipt or the page of what was saved. */
	isAnswered: boolean;
	/** Whether somebody chose afterwards to discard it. */
	isDiscarded: boolean;
}

interface Filling {
	path: string;
	form: string;
	values: Readonly<Record<string, string>>;
}

/** First of seven days on which the crew of `addPerson` works in the morning. An extra in its own shift is asked about. */
const FREE_AFTERNOONS = "2026-11-16";

/**
 * What is typed into a form.
 * @param turn number of the press, so that no two are about the same day
 */
export function fillingOf(kind: FormKind, word: string, today: CivilDate, turn: number): Filling {
	if (kind === "slip") {
		const values = { hours50: "4", amount: word };
		return { path: "/auth/my-pay", form: "slip", values };
	}
	if (kind === "days") {
		const firstDay = addDays(today, 2 + turn);
		const values = { kind: "vacaciones", firstDay, note: word };
		return { path: `/auth/my-days?day=${firstDay}`, form: "own-day", values };
	}
	const date = addDays(FREE_AFTERNOONS, turn);
	const values = { date, shift: "T", hour: "8", comment: word };
	return { path: `/auth/work-overtime/add-work-overtime?date=${date}`, form: "extra", values };
}

/** Fills in the open form; false if the page has none. */
export function fill(phone: SoakPhone, { form, values }: Filling): Promise<boolean> {
	return phone.page.evaluate(
		([id, entries]) => {
			const element = document.getElementById(id);
			if (!(element instanceof HTMLFormElement)) return false;
			const note = (control: Element) => {
				for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
			};
			const put = (name: string, value: string) => {
				const controls = Array.from(element.querySelectorAll(`[name="${name}"]`));
				const radios = controls.filter((one) => one instanceof HTMLInputElement && one.type === "radio");
				const radio = radios.find((one) => one.getAttribute("value") === value) ?? radios.at(-1);
				if (radio instanceof HTMLInputElement) {
					radio.checked = true;
					note(radio);
					if (radio.value !== value) put(`other${name[0]?.toUpperCase()}${name.slice(1)}`, value);
					return;
				}
				for (const control of controls) {
					if (
						control instanceof HTMLInputElement ||
						control instanceof HTMLTextAreaElement ||
						control instanceof HTMLSelectElement
					)
						control.value = value;
					note(control);
				}
			};
			for (const [name, value] of entries) put(name, value);
			return true;
		},
		[form, Object.entries(values)] as const,
	);
}

/** Presses the button of the form. */
export function press(phone: SoakPhone, { form }: Filling): Promise<void> {
	return phone.page.evaluate((id) => {
		const element = document.getElementById(id);
		if (!(element instanceof HTMLFormElement)) return;
		// After this call, so that a page that goes away at once does not take its answer along.
		setTimeout(() => element.requestSubmit(element.querySelector<HTMLButtonElement>("[type=submit]")));
	}, form);
}

/** Whether the answer to a press says that what was typed is safe. */
export function isSafe(answer: string): boolean {
	return (
		answer.includes("/on-this-phone?kept") || /^[^ ]*\/auth\/(work-overtime|my-days|my-pay)/.test(answer)
	);
}
