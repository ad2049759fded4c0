import type { FormMetadata } from "@conform-to/react";
import type { ReactNode } from "react";
import { ErrorSummary } from "./error-summary";
import { ResumeButton, SubmitButton } from "./submit-button";
import type { FormField } from "./use-form";

interface PostFormProps {
	form: FormMetadata;
	fields: Record<string, FormField>;
	/** What the button says. */
	submit: string;
	/** What the form is to do, where its page has several: sent as `intent`. */
	intent?: string;
	/** Whether what its button does cannot be taken back. */
	isFinal?: boolean;
	/** Where to; without it to the address of the page. */
	action?: string;
	/** Whether it carries the sign-in, since the session has ended: that comes first. */
	isSignedOut?: boolean;
	/** Where "Cancelar" leads; without it there is none. */
	cancel?: string;
	children: ReactNode;
}

/**
 * A form that the server answers with a redirect or with itself and its errors. It says `noValidate` so that without
 * script it is the server that tells what is wrong, in our words; with script `app/browser/check-form.ts` does.
 */
export function PostForm({ form, fields, action, cancel, children, ...button }: PostFormProps) {
	const { submit, intent, isFinal, isSignedOut } = button;
	return (
		<form className="form" id={form.id} method="post" action={action} noValidate data-check="">
			<ErrorSummary form={form} fields={fields} />
			{children}
			<p className="row">
				{isSignedOut ? (
					<ResumeButton />
				) : (
					<SubmitButton intent={intent} isFinal={isFinal}>
						{submit}
					</SubmitButton>
				)}
				{cancel && (
					<a className="button" href={cancel}>
						Cancelar
					</a>
				)}
			</p>
		</form>
	);
}
