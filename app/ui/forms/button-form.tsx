import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { noteSent } from "./send-form";
import { UnsentNote } from "./unsent-note";

interface ButtonFormProps {
	/** Unique in its page. */
	id: string;
	/** What its button does: sent as `intent`. */
	intent: string;
	/** What it says. */
	submit: string;
	/** Beside the button. */
	children?: ReactNode;
}

/** A form that is a button, and whose answer is its own page or another one of the account. */
export function ButtonForm({ id, intent, submit, children }: ButtonFormProps) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<Form id={id} method="post" preventScrollReset onSubmit={({ currentTarget }) => noteSent(currentTarget)}>
			<input type="hidden" name="intent" value={intent} />
			<UnsentNote form={id} />
			<p className="row">
				<button className="button" type="submit" disabled={isSending}>
					{submit}
				</button>
				{children}
			</p>
		</Form>
	);
}
