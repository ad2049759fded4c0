import { useNavigation } from "@remix-run/react";

interface SubmitButtonProps {
	children: string;
	/** Value of the form field `intent`, which distinguishes several forms of a page. */
	intent?: string;
	/** Whether the form's action cannot be undone. */
	isFinal?: boolean;
	/**
	 * Whether the form has an error. The button then looks disabled, but the user can still press it to see the
	 * errors.
	 */
	isWrong?: boolean;
	/** Whether the button is disabled while the form is being prepared for sending. */
	isBusy?: boolean;
}

/** The main button of a form, disabled while any form of the page is being sent. */
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

/**
 * Replaces `SubmitButton` in a form with sign-in fields. The browser does not validate the form, because fields other
 * than the sign-in fields may be incomplete.
 */
export function ResumeButton() {
	return (
		<button className="button main" type="submit" formNoValidate>
			Ingresar y seguir
		</button>
	);
}
