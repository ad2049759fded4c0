import { useFetcher } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import * as messages from "~/lib/messages";
import { Opener } from "./opener";
import { isUnsent } from "./send-form";

interface SwitchProps {
	intent: string;
	/** Name of the field with the wanted state, "si" or "no". */
	name: string;
	isOn: boolean;
	/** Text of the button, which offers the other state. */
	submit: string;
	/** Id of the text that says the present state, unique in the page. */
	id: string;
	/** Class of the form. */
	className?: string;
	/** Whether the form was sent before hydration, and the setting was not saved; this page is then the response. */
	hasFailed?: boolean;
	/** What stands before the text when the setting was not saved; it then says so to screen readers. */
	alert?: ReactNode;
	/** Says the present state. */
	children: ReactNode;
}

/**
 * A setting that users switch on and off without leaving the page: its state, and a button with the other state. On a
 * hydrated page, the form does not navigate.
 */
export function Switch({ intent, name, isOn, submit, id, hasFailed, alert, children, ...form }: SwitchProps) {
	const { Form, state, data } = useFetcher<unknown>();
	// `old` holds the data of an earlier attempt that failed. `useFetcher` still returns these data after the next
	// attempt has succeeded, because a redirect brings no new data. They are old from the press on: a slow phone may have
	// the answer before it renders that the form is being sent.
	const [old, setOld] = useState<unknown>();
	const isSending = state !== "idle";
	const isFresh = data !== old;
	const hasProblem = !isSending && (isFresh || (hasFailed && data === undefined));
	return (
		<>
			{hasProblem && alert}
			<p id={id}>{children}</p>
			{hasProblem && (
				<p className="error" role={alert ? undefined : "alert"}>
					{isFresh && isUnsent(data) ? data.unsent : NOT_SAVED}
				</p>
			)}
			<Form
				{...form}
				method="post"
				preventScrollReset
				onSubmit={(event) => (isSending ? event.preventDefault() : setOld(data))}
			>
				<input type="hidden" name="intent" value={intent} />
				<input type="hidden" name={name} value={isOn ? "no" : "si"} />
				<Opener />
				{/* With `disabled` the button would lose the focus. */}
				<button className="btn" type="submit" aria-disabled={isSending || undefined} aria-describedby={id}>
					{submit}
				</button>
			</Form>
		</>
	);
}

const NOT_SAVED = `${messages.somethingWrong} No quedó guardado: probá de nuevo.`;
