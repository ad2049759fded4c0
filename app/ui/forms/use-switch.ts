import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import * as messages from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Switch {
	/** The form around the button; once hydrated, sending it leaves the rest of the page as it is. */
	Form: ReturnType<typeof useFetcher>["Form"];
	/** For the form. */
	onSubmit: (event: FormEvent) => void;
	/** For the button's `aria-disabled`: a button with `disabled` would lose the focus. */
	isSending: boolean;
	/** Why the switch was not changed. */
	problem?: string;
}

/**
 * A setting switched on and off in place.
 * @param hasFailed whether saving failed in the request that rendered this page
 */
export function useSwitch(hasFailed = false): Switch {
	const { Form, state, data } = useFetcher<unknown>();
	// A success is a redirect, which leaves the data of the attempt before.
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
