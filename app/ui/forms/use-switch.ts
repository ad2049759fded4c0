import { useFetcher } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import * as messages from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Switch {
	/** Of its one button, which says what it does next: in a page that is alive everything else stays as it is. */
	Form: ReturnType<typeof useFetcher>["Form"];
	/** Of that form. */
	onSubmit: (event: FormEvent) => void;
	/** Of its button, which keeps the focus: one that is really disabled would lose it. */
	isSending: boolean;
	/** Why it is still as it was. */
	problem?: string;
}

/**
 * Something that is switched on and off where it stands.
 * @param hasFailed what the page says before it is alive: that it could not be kept
 */
export function useSwitch(hasFailed = false): Switch {
	const { Form, state, data } = useFetcher<unknown>();
	// What was saved is answered by a redirect, and leaves the data of the try before.
	const [old, setOld] = useState<unknown>();
	if (state === "submitting" && old !== data) setOld(data);
	const isSending = state !== "idle";
	const onSubmit = (event: FormEvent) => {
		if (isSending) event.preventDefault();
	};
	const form = { Form, onSubmit, isSending };
	if (isSending) return form;
	if (data === old) return { ...form, problem: hasFailed && data === undefined ? NOT_KEPT : undefined };
	return { ...form, problem: isUnsent(data) ? data.unsent : NOT_KEPT };
}

const NOT_KEPT = `${messages.somethingWrong} No quedó guardado: probá de nuevo.`;
