import { useFetcher } from "@remix-run/react";
import { messages } from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Switch {
	/** Of its one button, which says what it does next: in a page that is alive everything else stays as it is. */
	Form: ReturnType<typeof useFetcher>["Form"];
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
	const isSending = state !== "idle";
	if (isSending) return { Form, isSending };
	if (isUnsent(data)) return { Form, isSending, problem: data.unsent };
	// What was saved is answered by a redirect, without data.
	return { Form, isSending, problem: hasFailed || data !== undefined ? NOT_KEPT : undefined };
}

const NOT_KEPT = `${messages.somethingWrong} No quedó guardado: probá de nuevo.`;
