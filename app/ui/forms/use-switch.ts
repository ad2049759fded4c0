import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import * as messages from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Switch {
	/** Form of the switch. On a hydrated page, sending this form does not navigate. */
	Form: ReturnType<typeof useFetcher>["Form"];
	onSubmit: (event: FormEvent) => void;
	/**
	 * Whether the form is being sent. Use it for `aria-disabled`, because with `disabled` the button would lose the
	 * focus.
	 */
	isSending: boolean;
	problem?: string;
}

/**
 * Returns the form of a setting that users switch on and off without leaving the page.
 * @param hasFailed whether the form was sent before hydration, and the setting was not saved; this page is then the
 *   response
 */
export function useSwitch(hasFailed = false): Switch {
	const { Form, state, data } = useFetcher<unknown>();
	// `old` holds the data of an earlier attempt that failed. `useFetcher` still returns these data after the next
	// attempt has succeeded, because a redirect brings no new data.
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
