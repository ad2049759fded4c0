import { useNavigation } from "@remix-run/react";

interface SubmitButtonProps {
	children: string;
	/** What the form is to do, where its page has several: sent as `intent`. */
	intent?: string;
	/** What cannot be taken back looks so. */
	isFinal?: boolean;
	/** Looks disabled, so that pressing it can tell what is missing. */
	isWrong?: boolean;
	/** Whether something is done that the form has to wait for. */
	isBusy?: boolean;
}

/** The one main button of a form. While a form of the page is being sent it is disabled. */
export function SubmitButton({ children, intent, isFinal, isWrong, isBusy }: SubmitButtonProps) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<button
			className={isFinal ? "button main final" : "button main"}
			type="submit"
			name={intent && "intent"}
			value={intent}
			disabled={isBusy || isSending}
			aria-disabled={isWrong || undefined}
		>
			{children}
		</button>
	);
}

/** Instead of it where the session has ended: what else stands in the form may be half done, and is not checked. */
export function ResumeButton() {
	return (
		<button className="button main" type="submit" formNoValidate>
			Ingresar y seguir
		</button>
	);
}
