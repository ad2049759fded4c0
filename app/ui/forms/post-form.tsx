import { getFormProps } from "@conform-to/react";
import { Form as RemixForm, useActionData, useLocation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorSummary } from "./error-summary";
import { isUnsent, rememberForm, UnsentNote } from "./send-form";
import { SubmitButton } from "./submit-button";
import type { Form } from "./use-form";

/**
 * Prepares a valid form for sending. The form is sent if the promise resolves to true. Without a promise nothing needs
 * preparing, and the form is sent at once.
 */
export type Prepare = (form: HTMLFormElement) => Promise<boolean> | undefined;

interface PostFormProps {
	form: Form;
	submit: string;
	/** Value of the field `intent`, which distinguishes several forms of a page. */
	intent?: string;
	isFinal?: boolean;
	/** URL to which the form is sent; by default the page's own URL. */
	action?: string;
	encType?: "multipart/form-data";
	/** Whether the session has ended, so that the form has sign-in fields. */
	isSignedOut?: boolean;
	cancel?: string;
	/** Keeps the submit button at the foot of the window. Only for the last form of a page. */
	isFloating?: boolean;
	prepare?: Prepare;
	/** Labels by field name, in display order. */
	labels?: Readonly<Record<string, string>>;
	children: ReactNode;
}

/**
 * A form to which the server responds with a redirect, or with the same page and errors. Works before hydration. The
 * attribute `noValidate` turns off the browser's error texts, because the program has its own.
 */
export function PostForm({ form, action, encType, cancel, children, ...options }: PostFormProps) {
	const { submit, intent, isFinal, isSignedOut, isFloating, prepare, labels } = options;
	const { meta, isWrong, result } = form;
	// Result that was on screen when the user last sent the form. Its error summary is hidden from then on.
	const [seen, setSeen] = useState<typeof result>();
	const [isPreparing, setPreparing] = useState(false);
	/** Whether `prepare` is delaying or has prevented the last sending. The note about an earlier failure is then hidden. */
	const [isHeld, setHeld] = useState(false);
	const preparing = useRef<Promise<void>>();
	const markSent = useSending(meta.id);
	const { pathname, search } = useLocation();
	const data = useActionData<unknown>();
	useEffect(() => {
		// The floating submit button would hide the note that the form could not be sent.
		if (isFloating && isUnsent(data)) document.querySelector(".unsent")?.scrollIntoView({ block: "nearest" });
	}, [data, isFloating]);
	const { onSubmit, ...props } = getFormProps(meta, { ariaAttributes: false });
	const send = (event: FormEvent<HTMLFormElement>) => {
		if (isSignedOut) return;
		if (preparing.current) return event.preventDefault();
		onSubmit(event);
		// Conform submits the form also only to validate a field.
		const { submitter }: { submitter?: HTMLElement | null } = Object(event.nativeEvent);
		if (submitter?.getAttribute("name") === "__intent__") return;
		leadToField(meta.id);
		setSeen(result);
		if (event.defaultPrevented) return;
		const element = event.currentTarget;
		const work = prepare?.(element);
		setHeld(work !== undefined);
		if (!work) {
			numberSending(element);
			rememberForm(element);
			return markSent();
		}
		event.preventDefault();
		setPreparing(true);
		preparing.current = work.then((isReady) => {
			preparing.current = undefined;
			setPreparing(false);
			// The oldest supported Safari has no `requestSubmit`.
			if (isReady) element.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
		});
	};
	return (
		<RemixForm
			{...props}
			className="form"
			method="post"
			// On the page that replaces a form after the session has ended, Remix's default URL would be wrong.
			action={isSignedOut ? `${pathname}${search}` : action}
			encType={encType}
			noValidate
			// A signed-out user's form is sent by the browser itself: after the sign-in, the server responds with 307,
			// which makes the browser send the form again.
			reloadDocument={isSignedOut}
			onSubmit={send}
		>
			{result !== seen && <ErrorSummary form={form} labels={labels} />}
			{intent && !isSignedOut && <input type="hidden" name="intent" value={intent} />}
			{children}
			{!isHeld && <UnsentNote form={meta.id} />}
			<p className={isFloating ? "row floating" : "row"}>
				{isSignedOut ? (
					// The browser checks no field: the user may sign in although the form's other fields are incomplete.
					<button className="btn main" type="submit" formNoValidate>
						Ingresar y seguir
					</button>
				) : (
					<SubmitButton isFinal={isFinal} isWrong={isWrong} isBusy={isPreparing}>
						{submit}
					</SubmitButton>
				)}
				{cancel && (
					<a className="btn" href={cancel}>
						Cancelar
					</a>
				)}
			</p>
		</RemixForm>
	);
}

/**
 * What was typed into forms that were left without sending them, by form and entry of the history. By the way back a browser
 * returns a document as it was left, but Remix renders the page anew. A sign-out forgets it: it loads a document.
 */
const unsent = new Map<string, FormData>();

/**
 * Keeps what is typed into a form until it is sent, also while another page is shown. Resets a form that the server has
 * accepted if the same page stays open, so that no password remains.
 * @returns a function to call on sending
 */
function useSending(id: string): () => void {
	const { key } = useLocation();
	const answer = useActionData<unknown>();
	const sentFrom = useRef<string>();
	const isTouched = useRef(false);
	useEffect(() => {
		const form = document.forms.namedItem(id);
		if (!form) return;
		const place = `${key} ${id}`;
		const values = unsent.get(place);
		if (values)
			import("./fill-form")
				.then(({ fillForm }) => form.isConnected && fillForm(form, values))
				.catch(() => {});
		form.oninput = () => {
			isTouched.current = true;
		};
		return () => {
			const { historyAction, location } = window.__remixRouter.state;
			// By the way back from a slow sending, or by a link, no answer comes.
			const isAnswered = sentFrom.current && historyAction !== "POP" && location.state?._isRedirect;
			// On the way to another part of the same page the form stays, with all that is in it.
			if (form.isConnected || isAnswered) unsent.delete(place);
			// Else nothing could be filled in, for want of signal: the next way back tries again.
			else if (isTouched.current) {
				const left = new FormData(form);
				unsent.set(place, left);
				// No password stays in memory.
				for (const name of [...left.keys()]) if (/password/i.test(name)) left.delete(name);
			}
		};
	}, [key, id]);
	useEffect(() => {
		// Not the states of sending, which a slow phone may never render: the page after it has a key of its own.
		if (!sentFrom.current || sentFrom.current === key) return;
		sentFrom.current = undefined;
		if (answer !== undefined) return;
		isTouched.current = false;
		document.forms.namedItem(id)?.reset();
	}, [key, answer, id]);
	return () => {
		sentFrom.current = key;
	};
}

/**
 * Numbers the sending of a record's form: when it was first sent, by the phone's clock, and how often. A sending whose answer
 * never came may still arrive, even after the one that corrects it.
 */
function numberSending(form: HTMLFormElement): void {
	const field = form.querySelector<HTMLInputElement>("[name=sending]");
	if (!field) return;
	const [first = Date.now(), count = 0] = field.value.match(/\d+/g) ?? [];
	field.value = `${first}.${Number(count) + 1}`;
}

/**
 * Moves the focus to the control that has the id of the invalid field. Conform, the form library, has focused the first
 * control with the field's name, which may be a radio button beside the selected one.
 */
function leadToField(form: string): void {
	const radio = document.querySelector<HTMLInputElement>("[type=radio]:focus:not(:checked)");
	if (radio) document.getElementById(`${form}-${radio.name}`)?.focus();
}
