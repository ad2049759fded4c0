import { useFetcher } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import * as messages from "~/lib/messages";
import { isUnsent } from "./send-form";

interface Settings {
	intent: string;
	/** Name of the field with the wanted state, "si" or "no". */
	name: string;
	isOn: boolean;
	/** Text of the button, which offers the other state. */
	submit: string;
	/** Id of the text that says the present state. */
	describedBy: string;
	action?: string;
	/** Whether the form was sent before hydration, and the setting was not saved; this page is then the response. */
	hasFailed?: boolean;
}

/**
 * Returns the form of a setting that users switch on and off without leaving the page, and why it was not saved. On a
 * hydrated page, sending this form does not navigate.
 */
export function useSwitch({ intent, name, isOn, submit, describedBy, action, hasFailed }: Settings): {
	form: ReactNode;
	problem?: string;
} {
	const { Form, state, data } = useFetcher<unknown>();
	// `old` holds the data of an earlier attempt that failed. `useFetcher` still returns these data after the next
	// attempt has succeeded, because a redirect brings no new data.
	const [old, setOld] = useState<unknown>();
	if (state === "submitting" && old !== data) setOld(data);
	const isSending = state !== "idle";
	const form = (
		<Form
			method="post"
			action={action}
			preventScrollReset
			onSubmit={(event) => isSending && event.preventDefault()}
		>
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name={name} value={isOn ? "no" : "si"} />
			{/* With `disabled` the button would lose the focus. */}
			<button
				className="btn"
				type="submit"
				aria-disabled={isSending || undefined}
				aria-describedby={describedBy}
			>
				{submit}
			</button>
		</Form>
	);
	if (isSending) return { form };
	if (data === old) return { form, problem: hasFailed && data === undefined ? NOT_SAVED : undefined };
	return { form, problem: isUnsent(data) ? data.unsent : NOT_SAVED };
}

const NOT_SAVED = `${messages.somethingWrong} No quedó guardado: probá de nuevo.`;
