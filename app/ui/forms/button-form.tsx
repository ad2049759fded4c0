import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Opener } from "./opener";
import { rememberForm, UnsentNote } from "./send-form";

interface ButtonFormProps {
	/** Id of the form, unique in the page. */
	id: string;
	intent: string;
	submit: string;
	/** Hidden fields besides `intent`. */
	fields?: Readonly<Record<string, string>>;
	/** Called when the form is sent. */
	onSend?: () => void;
	children?: ReactNode;
}

/**
 * A form with one button. The form's action must redirect to a page that hydrates, because Remix's client opens that page
 * without a full load.
 */
export function ButtonForm({ id, intent, submit, fields = {}, onSend, children }: ButtonFormProps) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<Form
			id={id}
			method="post"
			preventScrollReset
			onSubmit={({ currentTarget }) => {
				rememberForm(currentTarget);
				onSend?.();
			}}
		>
			{Object.entries({ intent, ...fields }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Opener />
			<UnsentNote form={id} />
			<p className="row">
				<button className="btn" type="submit" disabled={isSending}>
					{submit}
				</button>
				{children}
			</p>
		</Form>
	);
}
