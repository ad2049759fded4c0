interface SubmitButtonProps {
	children: string;
	/** What the form is to do, where its page has several: sent as `intent`. */
	intent?: string;
	/** What cannot be taken back looks so. */
	isFinal?: boolean;
}

/** The one main button of a form. */
export function SubmitButton({ children, intent, isFinal }: SubmitButtonProps) {
	return (
		<button
			className={isFinal ? "button main final" : "button main"}
			type="submit"
			name={intent && "intent"}
			value={intent}
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
