interface SubmitButtonProps {
	children: string;
	/** What the form is to do, where its page has several: sent as `intent`. */
	intent?: string;
}

/** The one main button of a form. */
export function SubmitButton({ children, intent }: SubmitButtonProps) {
	return (
		<button className="button main" type="submit" name={intent && "intent"} value={intent}>
			{children}
		</button>
	);
}
