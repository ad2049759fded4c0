import { getFormProps } from "@conform-to/react";
import { Link, Form as RemixForm, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "./error-summary";
import { rememberForm } from "./send-form";
import { ResumeButton, SubmitButton } from "./submit-button";
import { UnsentNote } from "./unsent-note";
import type { Form, FormField } from "./use-form";

/**
 * Prepares a valid form for sending. The form is sent if the returned promise resolves to true. Undefined means that
 * there is nothing to prepare.
 */
export type Prepare = (form: HTMLFormElement) => Promise<boolean> | undefined;

interface PostFormProps {
	form: Form;
	fields: Record<string, FormField>;
	/** Label of the submit button. */
	submit: string;
	/** Value of the form field `intent`, which distinguishes several forms of a page. */
	intent?: string;
	/** Whether the form's action cannot be undone. */
	isFinal?: boolean;
	/** Address to which the form is sent; the page's own address by default. */
	action?: string;
	encType?: "multipart/form-data";
	/** Whether the session has ended and the form therefore contains the sign-in fields too. */
	isSignedOut?: boolean;
	/** Target of the cancel link. Without a target the form has no cancel link. */
	cancel?: string;
	/** Whether the submit button stays in sight at the foot of the window. The form must be the last of its page. */
	isFloating?: boolean;
	prepare?: Prepare;
	children: ReactNode;
}

/**
 * A form to which the server responds with a redirect, or with the same page and the form's errors. The form works
 * before hydration. Browser validation is off (`noValidate`), because the program supplies all error texts.
 */
export function PostForm({ form, fields, action, encType, cancel, children, ...options }: PostFormProps) {
	const { submit, intent, isFinal, isSignedOut, isFloating, prepare } = options;
	const { meta, isWrong, lastResult } = form;
	// Result of the last attempt to send the form. A new attempt hides the error summary of this result.
	const [seen, setSeen] = useState<typeof lastResult>();
	const [isPreparing, setPreparing] = useState(false);
	/** Whether `prepare` delays the sending of the form. The note that the last attempt failed is then hidden. */
	const [isHeld, setHeld] = useState(false);
	const preparing = useRef<Promise<void>>();
	const markSent = useResetOnSuccess(meta.id);
	const { pathname, search } = useLocation();
	const { onSubmit, ...props } = getFormProps(meta, { ariaAttributes: false });
	const send = (event: FormEvent<HTMLFormElement>) => {
		if (isSignedOut) return;
		if (preparing.current) return event.preventDefault();
		onSubmit(event);
		if (isCheck(event.nativeEvent)) return;
		setSeen(lastResult);
		if (event.defaultPrevented) return;
		const element = event.currentTarget;
		const work = prepare?.(element);
		setHeld(work !== undefined);
		if (!work) {
			rememberForm(element);
			return markSent();
		}
		event.preventDefault();
		setPreparing(true);
		preparing.current = work.then((isReady) => {
			preparing.current = undefined;
			setPreparing(false);
			// Sends the form by dispatching the submit event, because the oldest supported Safari has no
			// `requestSubmit`.
			if (isReady) element.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
		});
	};
	return (
		<RemixForm
			{...props}
			className="form"
			method="post"
			// The address is explicit, because without an address Remix would post the form of an error page to the
			// wrong route.
			action={isSignedOut ? `${pathname}${search}` : action}
			encType={encType}
			noValidate
			// A form with sign-in fields is sent as a document request. After the sign-in the server responds with
			// 307, which makes the browser send the form once more.
			reloadDocument={isSignedOut}
			onSubmit={send}
		>
			{lastResult !== seen && <ErrorSummary form={meta} fields={fields} />}
			{intent && !isSignedOut && <input type="hidden" name="intent" value={intent} />}
			{children}
			{!isHeld && <UnsentNote form={meta.id} />}
			<p className={isFloating ? "row floating" : "row"}>
				{isSignedOut ? (
					<ResumeButton />
				) : (
					<SubmitButton isFinal={isFinal} isWrong={isWrong} isBusy={isPreparing}>
						{submit}
					</SubmitButton>
				)}
				{cancel && (
					<Link className="button" to={cancel}>
						Cancelar
					</Link>
				)}
			</p>
		</RemixForm>
	);
}

/**
 * Empties a form when the form has been sent successfully and the same page stays open, so that no password stays in
 * the fields.
 * @returns a function to call when the form is sent
 */
function useResetOnSuccess(id: string): () => void {
	const { state } = useNavigation();
	const answer = useActionData<unknown>();
	const phase = useRef<"at rest" | "sent" | "on its way">("at rest");
	useEffect(() => {
		if (state !== "idle") {
			if (phase.current === "sent") phase.current = "on its way";
		} else if (phase.current === "on its way") {
			phase.current = "at rest";
			if (answer === undefined) document.forms.namedItem(id)?.reset();
		}
	}, [state, answer, id]);
	return () => {
		phase.current = "sent";
	};
}

/** Whether a submit event only validates a field: conform validates by submitting the form internally. */
function isCheck(event: Event): boolean {
	if (!("submitter" in event)) return false;
	return event.submitter instanceof HTMLButtonElement && event.submitter.name === "__intent__";
}
