import { getFormProps } from "@conform-to/react";
import { Link, Form as RemixForm, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "./error-summary";
import { noteSent } from "./send-form";
import { ResumeButton, SubmitButton } from "./submit-button";
import { UnsentNote } from "./unsent-note";
import type { Form, FormField } from "./use-form";

/**
 * What has to be done with a form that is right before it goes; undefined: nothing. It goes, or is asked again, when that has
 * come to true.
 */
export type Prepare = (form: HTMLFormElement) => Promise<boolean> | undefined;

interface PostFormProps {
	form: Form;
	fields: Record<string, FormField>;
	/** What the button says. */
	submit: string;
	/** What the form is to do, where its page has several: sent as `intent`. */
	intent?: string;
	/** Whether what its button does cannot be taken back. */
	isFinal?: boolean;
	/** Where to; without it to the address of the page. */
	action?: string;
	/** For a form with files. */
	encType?: "multipart/form-data";
	/** Whether it carries the sign-in, since the session has ended: that comes first. */
	isSignedOut?: boolean;
	/** Where "Cancelar" leads; without it there is none. */
	cancel?: string;
	prepare?: Prepare;
	children: ReactNode;
}

/**
 * A form that the server answers with a redirect or with itself and its errors. Before its page is alive it is a plain form:
 * it says `noValidate`, so that it is always us who tell what is wrong, in our words.
 */
export function PostForm({ form, fields, action, encType, cancel, children, ...given }: PostFormProps) {
	const { submit, intent, isFinal, isSignedOut, prepare } = given;
	const { meta, isWrong, lastResult } = form;
	// The summary is about what was sent before: it goes with the next try.
	const [seen, setSeen] = useState<typeof lastResult>();
	const [isPreparing, setPreparing] = useState(false);
	/** Whether it was held back after its last answer, which is no news any more. */
	const [isHeld, setHeld] = useState(false);
	const preparing = useRef<Promise<void>>();
	const noteSending = useFreshStart(meta.id);
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
			noteSent(element);
			return noteSending();
		}
		event.preventDefault();
		setPreparing(true);
		preparing.current = work.then((isReady) => {
			preparing.current = undefined;
			setPreparing(false);
			// `requestSubmit` is younger than the oldest Safari that comes alive.
			if (isReady) element.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
		});
	};
	return (
		<RemixForm
			{...props}
			className="form"
			method="post"
			// On an error page Remix takes the form for one of the page around it.
			action={isSignedOut ? `${pathname}${search}` : action}
			encType={encType}
			noValidate
			// With the sign-in in it, it is sent twice: a matter for the browser itself.
			reloadDocument={isSignedOut}
			onSubmit={send}
		>
			{lastResult !== seen && <ErrorSummary form={meta} fields={fields} />}
			{intent && !isSignedOut && <input type="hidden" name="intent" value={intent} />}
			{children}
			{!isHeld && <UnsentNote form={meta.id} />}
			<p className="row">
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
 * Empties a form that was sent and done and whose page stays: nothing of it, such as a password, is left in its fields.
 * @returns to be called as it is sent
 */
function useFreshStart(id: string): () => void {
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

/** Whether it is only conform that checks a field: it does so by sending the form to itself. */
function isCheck(event: Event): boolean {
	if (!("submitter" in event)) return false;
	return event.submitter instanceof HTMLButtonElement && event.submitter.name === "__intent__";
}
