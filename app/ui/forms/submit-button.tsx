import { useNavigation } from "@remix-run/react";

interface SubmitButtonProps {
	children: string;
	intent?: string;
	isFinal?: boolean;
	/** Whether the form has an error. The button then looks disabled, but pressing it shows the errors. */
	isWrong?: boolean;
	/** Whether work before sending the form, such as uploading photos, is under way; the button is then disabled. */
	isBusy?: boolean;
}

/** Main button of a form, disabled while any form is being sent. */
export function SubmitButton({ children, intent, isFinal, isWrong, isBusy }: SubmitButtonProps) {
	const isSending = useNavigation().formMethod === "POST";
	return (
		<button
			className={isFinal ? "btn main final" : "btn main"}
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
