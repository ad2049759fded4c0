import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import * as messages from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Switch {
	/**
	 * Form component for the switch's button. On a hydrated page, sending the form changes no other part of the page.
	 */
	Form: ReturnType<typeof useFetcher>["Form"];
	/** Submit handler of the switch's form. */
	onSubmit: (event: FormEvent) => void;
	/** Value of the button's `aria-disabled` attribute. With `disabled` the button would lose the focus. */
	isSending: boolean;
	/** Why the switch was not changed. */
	problem?: string;
}

/**
 * A setting that is switched on and off without leaving the page.
 * @param hasFailed whether saving failed in the request that rendered this page
 */
export function useSwitch(hasFailed = false): Switch {
	const { Form, state, data } = useFetcher<unknown>();
	// Data of an earlier attempt, to be ignored. The fetcher keeps these data even after a successful attempt,
	// because that attempt ends in a redirect.
	const [old, setOld] = useState<unknown>();
	if (state === "submitting" && old !== data) setOld(data);
	const isSending = state !== "idle";
	const onSubmit = (event: FormEvent) => {
		if (isSending) event.preventDefault();
	};
	const form = { Form, onSubmit, isSending };
	if (isSending) return form;
	if (data === old) return { ...form, problem: hasFailed && data === undefined ? NOT_SAVED : undefined };
	return { ...form, problem: isUnsent(data) ? data.unsent : NOT_SAVED };
}

const NOT_SAVED = `${messages.somethingWrong} No quedó guardado: probá de nuevo.`;
