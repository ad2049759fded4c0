import { useNavigation } from "@remix-run/react";

interface SubmitButtonProps {
	children: string;
	/** Sent as `intent`, where the page has several forms. */
	intent?: string;
	/** Marks an action that cannot be undone. */
	isFinal?: boolean;
	/** Whether the button looks disabled. It can still be pressed, to show the errors. */
	isWrong?: boolean;
	/** Whether the form waits for other work. */
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
 * Replaces `SubmitButton` when the session has ended. It skips validation, because fields other than the sign-in may be
 * incomplete.
 */
export function ResumeButton() {
	return (
		<button className="button main" type="submit" formNoValidate>
			Ingresar y seguir
		</button>
	);
}
