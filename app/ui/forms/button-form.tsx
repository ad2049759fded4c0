import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { rememberForm } from "./send-form";
import { UnsentNote } from "./unsent-note";

interface ButtonFormProps {
	/** Unique in the page. */
	id: string;
	/** Sent as `intent`. */
	intent: string;
	/** The button's label. */
	submit: string;
	/** Beside the button. */
	children?: ReactNode;
}

/** A form of one button, answered by a redirect to its own page or to another hydrated one. */
export function ButtonForm({ id, intent, submit, children }: ButtonFormProps) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<Form
			id={id}
			method="post"
			preventScrollReset
			onSubmit={({ currentTarget }) => rememberForm(currentTarget)}
		>
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
